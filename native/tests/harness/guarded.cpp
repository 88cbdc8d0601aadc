#include "tests/harness/guarded.h"

#include <algorithm>
#include <cstring>

#include "core/text.h"

namespace tern::harness {
namespace harness_guarded {

constexpr std::size_t guard = 512;
constexpr std::byte guard_byte{0xa5};
constexpr std::byte nan_byte{0xff};  // as all bytes of an F32, F16 or BF16: NaN

std::size_t padded(std::size_t bytes) {
  return (bytes + memory_alignment - 1) / memory_alignment * memory_alignment;
}

bool same(const std::vector<std::byte>& before, const std::vector<std::byte>& after,
          std::size_t from, std::size_t bytes) {
  return bytes == 0 || std::memcmp(before.data() + from, after.data() + from, bytes) == 0;
}

template <class Value>
double read(const std::byte* at) {
  Value value;
  std::memcpy(&value, at, sizeof value);
  return static_cast<double>(value);
}

/// Adds the elements of the block at `at`.
void append_block(const TypeTraits& type, const std::byte* at, std::vector<double>& values) {
  switch (type.type) {
    case Type::i8: values.push_back(read<std::int8_t>(at)); return;
    case Type::i16: values.push_back(read<std::int16_t>(at)); return;
    case Type::i32: values.push_back(read<std::int32_t>(at)); return;
    default: break;
  }
  float floats[256];
  type.to_float(at, floats, type.block_size);
  values.insert(values.end(), floats, floats + type.block_size);
}

void append_row(const Tensor& tensor, const std::byte* row, std::vector<double>& values) {
  const TypeTraits& type = traits(tensor.type);
  for (std::int64_t i = 0; i < tensor.shape[0] / type.block_size; ++i) {
    append_block(type, row + static_cast<std::size_t>(i) * tensor.stride[0], values);
  }
}

}  // namespace harness_guarded

MemoryPlan guarded_plan(const Graph& graph) {
  using namespace harness_guarded;
  MemoryPlan plan;
  for (const Tensor& tensor : graph.tensors()) {
    const bool is_view = tensor.base != nullptr;
    plan.offset.push_back(is_view ? no_memory : plan.peak + guard);
    if (!is_view) plan.peak += guard + padded(byte_span(tensor));
  }
  plan.peak += guard;
  return plan;
}

std::vector<std::byte> guarded_memory(const Graph& graph, const MemoryPlan& plan) {
  using namespace harness_guarded;
  std::vector<std::byte> memory(plan.peak, guard_byte);
  for (const Tensor& tensor : graph.tensors()) {
    if (tensor.base != nullptr || byte_span(tensor) == 0) continue;
    const std::size_t at = plan.offset[static_cast<std::size_t>(tensor.index)];
    std::memset(memory.data() + at, static_cast<int>(nan_byte), byte_span(tensor));
  }
  return memory;
}

std::string find_damage(const Graph& graph, const MemoryPlan& plan,
                        const std::vector<std::byte>& before, const std::vector<std::byte>& after,
                        const std::function<bool(const Tensor&)>& may_be_written) {
  using namespace harness_guarded;
  std::size_t end = 0;  // of what was looked at
  for (const Tensor& tensor : graph.tensors()) {
    if (tensor.base != nullptr) continue;
    const std::size_t at = plan.offset[static_cast<std::size_t>(tensor.index)];
    if (!same(before, after, end, at - end)) return concat("wrote before ", describe(tensor));
    end = at + byte_span(tensor);
    if (!may_be_written(tensor) && !same(before, after, at, end - at)) {
      return concat("wrote into ", describe(tensor));
    }
  }
  return same(before, after, end, before.size() - end) ? "" : "wrote behind the last tensor";
}

std::vector<double> elements(const Tensor& tensor, const std::byte* data) {
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(element_count(tensor.shape)));
  for (std::int64_t i3 = 0; i3 < tensor.shape[3]; ++i3) {
    for (std::int64_t i2 = 0; i2 < tensor.shape[2]; ++i2) {
      for (std::int64_t i1 = 0; i1 < tensor.shape[1]; ++i1) {
        const std::size_t row = static_cast<std::size_t>(i1) * tensor.stride[1] +
                                static_cast<std::size_t>(i2) * tensor.stride[2] +
                                static_cast<std::size_t>(i3) * tensor.stride[3];
        harness_guarded::append_row(tensor, data + row, values);
      }
    }
  }
  return values;
}

}  // namespace tern::harness

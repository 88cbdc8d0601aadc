#include "tests/support/graph_runner.h"

#include <cstring>

#include "core/type_table.h"

namespace tern {

std::vector<float> random_floats(std::size_t count, unsigned seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<float> normal;
  std::vector<float> values(count);
  for (float& value : values) value = normal(engine);
  return values;
}

std::vector<std::byte> random_blocks(Type type, std::int64_t count, unsigned seed) {
  std::mt19937 engine(seed);
  std::vector<std::byte> bytes(row_bytes(type, count));
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(engine() & 0x3f);
  return bytes;
}

std::vector<Type> float_types() {
  std::vector<Type> types;
  for (const TypeTraits& type : type_table()) {
    if (type.to_float != nullptr) types.push_back(type.type);
  }
  return types;
}

std::vector<float> round_trip(Type type, const std::vector<float>& values) {
  std::vector<std::byte> bytes(row_bytes(type, static_cast<std::int64_t>(values.size())));
  quantize(type, values, bytes);
  std::vector<float> back(values.size());
  dequantize(type, bytes, back);
  return back;
}

std::vector<float> read_floats(const Tensor& tensor) {
  std::vector<float> values;
  const TypeTraits& type = traits(tensor.type);
  const auto blocks = static_cast<std::size_t>(tensor.shape[0] / type.block_size);
  const auto block = static_cast<std::size_t>(type.block_size);
  for (std::int64_t i3 = 0; i3 < tensor.shape[3]; ++i3) {
    for (std::int64_t i2 = 0; i2 < tensor.shape[2]; ++i2) {
      for (std::int64_t i1 = 0; i1 < tensor.shape[1]; ++i1) {
        for (std::size_t i0 = 0; i0 < blocks; ++i0) {
          values.resize(values.size() + block);
          type.to_float(tensor.row(i1, i2, i3) + i0 * tensor.stride[0],
                        values.data() + values.size() - block, type.block_size);
        }
      }
    }
  }
  return values;
}

std::vector<std::int32_t> read_integers(const Tensor& tensor) {
  std::vector<std::int32_t> values(static_cast<std::size_t>(element_count(tensor.shape)));
  if (!values.empty())
    std::memcpy(values.data(), tensor.data, values.size() * sizeof(std::int32_t));
  return values;
}

GraphRunner::GraphRunner(int threads) : backend_(backend_table().make("cpu", {threads})) {}

Tensor* GraphRunner::floats(const Shape& shape, const std::vector<float>& values, Type type) {
  std::vector<std::byte> bytes(row_bytes(type, static_cast<std::int64_t>(values.size())));
  quantize(type, values, bytes);
  return stored(shape, std::move(bytes), type);
}

Tensor* GraphRunner::stored(const Shape& shape, std::vector<std::byte> bytes, Type type) {
  Tensor* tensor = graph_.input(type, shape, "input");
  contents_.push_back({tensor, std::move(bytes)});
  return tensor;
}

Tensor* GraphRunner::integers(const std::vector<std::int32_t>& values) {
  return integers({static_cast<std::int64_t>(values.size()), 1, 1, 1}, values);
}

Tensor* GraphRunner::integers(const Shape& shape, const std::vector<std::int32_t>& values) {
  Tensor* tensor = graph_.input(Type::i32, shape, "integers");
  std::vector<std::byte> bytes(values.size() * sizeof(std::int32_t));
  if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  contents_.push_back({tensor, std::move(bytes)});
  return tensor;
}

Tensor* GraphRunner::random(const Shape& shape, unsigned seed, Type type) {
  return floats(shape, random_floats(static_cast<std::size_t>(element_count(shape)), seed), type);
}

void GraphRunner::compute_all(Tensor* result) {
  graph_.mark_output(result);
  const MemoryPlan plan = plan_memory(graph_);
  memory_ = backend_->allocate(plan.peak);
  bind_memory(graph_, plan, memory_->data());
  for (const Content& content : contents_) {
    backend_->write(*content.tensor, content.bytes.data(), content.bytes.size());
  }
  backend_->compute(graph_);
}

std::vector<float> GraphRunner::compute(Tensor* result) {
  compute_all(result);
  return read_floats(*result);
}

std::vector<std::int32_t> GraphRunner::compute_integers(Tensor* result) {
  compute_all(result);
  return read_integers(*result);
}

}  // namespace tern

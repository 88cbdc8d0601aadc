#include "backends/gpu/lowering.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <utility>

#include "backends/gpu/grids.h"

namespace tern {
namespace gpu_lowering {

constexpr std::uint32_t most_threads = 256;  // TN_MAX_THREADS of kernels/group.h

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

}  // namespace gpu_lowering

std::uint32_t Lowering::threads_for(std::int64_t n) const {
  std::uint32_t threads = info_.lanes;
  while (threads < n && threads < gpu_lowering::most_threads) threads *= 2;
  return threads;
}

void Lowering::add(std::string kernel, std::vector<std::byte> constants,
                   std::vector<const Tensor*> inputs, std::vector<const Tensor*> outputs,
                   std::array<std::int64_t, 3> groups, std::uint32_t threads) {
  GpuCall call{
      std::move(kernel), std::move(constants), std::move(inputs), std::move(outputs), {}, threads};
  std::transform(groups.begin(), groups.end(), call.groups.begin(),
                 [](std::int64_t n) { return static_cast<std::uint32_t>(n); });
  calls_.push_back(std::move(call));
}

const Tensor& Lowering::part(const Tensor& of, std::int64_t first, std::int64_t count) {
  Tensor& part = parts_.emplace_back();
  part.type = Type::f32;
  part.shape = {count, 1, 1, 1};
  part.stride = contiguous_strides(Type::f32, part.shape);
  if (of.data != nullptr) part.data = of.data + first * static_cast<std::int64_t>(sizeof(float));
  return part;
}

const Tensor& Lowering::scratch(Type type, const Shape& shape) {
  constexpr std::size_t unit = 256;
  Tensor& tensor = parts_.emplace_back();
  tensor.type = type;
  tensor.shape = shape;
  tensor.stride = contiguous_strides(type, shape);
  tensor.data = reinterpret_cast<std::byte*>(scratch_address + scratch_bytes_);
  scratch_bytes_ += (byte_span(tensor) + unit - 1) / unit * unit;
  return tensor;
}

tn_layout layout_of(const Tensor& tensor) {
  tn_layout layout{};
  for (std::size_t i = 0; i < max_dims; ++i) {
    layout.shape[i] = static_cast<tn_i32>(tensor.shape[i]);
    layout.stride[i] = static_cast<tn_i64>(tensor.stride[i]);
  }
  return layout;
}

std::array<std::int64_t, 3> groups_by_row(const Shape& shape) {
  return {shape[1], shape[2], shape[3]};
}

tn_layout layout_in_blocks(const Tensor& tensor) {
  tn_layout layout = layout_of(tensor);
  layout.shape[0] = static_cast<tn_i32>(tensor.shape[0] / traits(tensor.type).block_size);
  return layout;
}

std::string writable_type(Type type) {
  return traits(type).from_float != nullptr ? gpu_lowering::lower_case(name(type)) : "";
}

std::string readable_type(Type type) {
  return traits(type).to_float != nullptr ? gpu_lowering::lower_case(name(type)) : "";
}

std::vector<const Tensor*> with_grid(std::vector<const Tensor*> inputs, Type type) {
  if (const Tensor* grid = grid_of(type)) inputs.push_back(grid);
  return inputs;
}

}  // namespace tern

#include "kernels/args/places.h"

#include <algorithm>
#include <cmath>

#include "backends/gpu/lowering.h"
#include "core/ops/fill.h"
#include "core/ops/pad.h"
#include "core/ops/relative_positions.h"
#include "core/ops/timestep_embedding.h"
#include "core/ops/triangle.h"
#include "core/ops/window.h"
#include "core/text.h"
#include "kernels/args/rows.h"

namespace tern {
namespace gpu_places {

using ByDim = std::array<std::int32_t, 4>;

void call(Lowering& to, std::string kernel, const Tensor& node, const ByDim& by_dim,
          std::int32_t first = 0, std::int32_t second = 0) {
  const Tensor& x = *node.source[0];
  tn_places_args args{layout_of(x), layout_of(x), layout_of(node), {}, {first, second, 0, 0}};
  std::copy(by_dim.begin(), by_dim.end(), args.by_dim);
  to.call(std::move(kernel), args, {&x}, node, groups_by_row(node.shape),
          to.threads_for(node.shape[0]));
}

void ramp(Lowering& to, const Tensor& node, float start, float step) {
  const tn_rows_args args{{}, {}, layout_of(node), {start, step, 0.0f, 0.0f}};
  to.call("ramp", args, {&node}, node, groups_by_row(node.shape), to.threads_for(node.shape[0]));
}

void lower_fill(Lowering& to, const Tensor& node) {
  ramp(to, node, node.params<FillParams>().value, 0.0f);
}

void lower_arange(Lowering& to, const Tensor& node) {
  const auto params = node.params<ArangeParams>();
  ramp(to, node, params.start, params.step);
}

void lower_tri(Lowering& to, const Tensor& node) {
  const Triangle part = node.params<TriParams>().part;
  const bool upper = part == Triangle::upper || part == Triangle::upper_with_diagonal;
  const bool behind = part == Triangle::upper || part == Triangle::lower_with_diagonal;
  call(to, "triangle", node, {}, upper ? 1 : 0, behind ? 1 : 0);
}

void lower_diag(Lowering& to, const Tensor& node) { call(to, "diagonal", node, {}); }

void lower_pad(Lowering& to, const Tensor& node) {
  const auto params = node.params<PadParams>();
  call(to, params.circular != 0 ? "pad_round" : "pad_zeros", node, params.before);
}

void lower_mirror(Lowering& to, const Tensor& node) {
  call(to, "pad_mirrored", node, {node.params<PadReflectParams>().before, 0, 0, 0});
}

void lower_roll(Lowering& to, const Tensor& node) {
  call(to, "pad_round", node, node.params<RollParams>().shift);
}

void lower_part(Lowering& to, const Tensor& node) {
  call(to, "window_part", node, {}, node.params<WindowParams>().size);
}

void lower_join(Lowering& to, const Tensor& node) {
  call(to, "window_join", node, {}, node.params<WindowParams>().size);
}

void lower_relative(Lowering& to, const Tensor& node) {
  call(to, concat("relative_positions_", traits(node.type).block_bytes), node, {});
}

void lower_add_relative(Lowering& to, const Tensor& node) {
  const auto& [x, across, down, a, b, c, d, e] = node.source;
  tn_places_args args{layout_of(*x), layout_of(*across), layout_of(node), {}, {}};
  for (std::size_t i = 1; i < max_dims; ++i) args.by_dim[i] = static_cast<tn_i32>(down->stride[i]);
  to.call("add_relative_positions", args, {x, across, down}, node, groups_by_row(node.shape),
          to.threads_for(node.shape[0]));
}

void lower_timestep(Lowering& to, const Tensor& node) {
  const auto params = node.params<TimestepParams>();
  const double fall = std::log(static_cast<double>(params.max_period)) / (params.dims / 2);
  const Tensor& x = *node.source[0];
  const tn_rows_args args{layout_of(x),
                          layout_of(x),
                          layout_of(node),
                          {static_cast<float>(fall), static_cast<float>(params.dims), 0.0f, 0.0f}};
  to.call("timestep_embedding", args, {&x}, node, groups_by_row(node.shape),
          to.threads_for(params.dims / 2));
}

}  // namespace gpu_places

void register_gpu_places(GpuOpTable& table) {
  using namespace gpu_places;
  table.add(fill_op, {lower_fill, nullptr});
  table.add(arange_op, {lower_arange, nullptr});
  table.add(tri_op, {lower_tri, nullptr});
  table.add(diag_op, {lower_diag, nullptr});
  table.add(pad_op, {lower_pad, nullptr});
  table.add(pad_reflect_1d_op, {lower_mirror, nullptr});
  table.add(roll_op, {lower_roll, nullptr});
  table.add(window_part_op, {lower_part, nullptr});
  table.add(window_join_op, {lower_join, nullptr});
  table.add(relative_positions_op, {lower_relative, nullptr});
  table.add(add_relative_positions_op, {lower_add_relative, nullptr});
  table.add(timestep_embedding_op, {lower_timestep, nullptr});
}

}  // namespace tern

#include "core/ops/rope.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "backends/gpu/lowering.h"
#include "kernels/args/rope_sections.h"

namespace tern {
namespace gpu_rope {

/// The pair whose frequency turns `rotations` times over the original context.
float pair_with_rotations(const RopeParams& p, double rotations) {
  const double wavelengths = p.original_context / (rotations * 2.0 * std::numbers::pi);
  return static_cast<float>(p.dims * std::log(wavelengths) /
                            (2.0 * std::log(static_cast<double>(p.base))));
}

void set_yarn(tn_rope_args& args, const RopeParams& p) {
  args.extrapolation = p.extrapolation;
  args.magnitude = p.magnitude;
  if (p.extrapolation == 0.0f) return;
  args.low = std::max(0.0f, std::floor(pair_with_rotations(p, p.beta_fast)));
  args.high =
      std::min(static_cast<float>(p.dims) - 1.0f, std::ceil(pair_with_rotations(p, p.beta_slow)));
  args.magnitude *= 1.0f - 0.1f * std::log(p.frequency_scale);
}

tn_rope_args args_of(const Tensor& node, const RopeParams& p) {
  const bool normal = p.mode == RopeMode::normal;
  tn_rope_args args{};
  args.x = layout_of(*node.source[0]);
  args.y = layout_of(node);
  args.offset = p.offset;
  args.dims = p.dims;
  args.step = normal ? 2 : 1;
  args.partner = normal ? 1 : (p.mode == RopeMode::vision ? p.dims : p.dims / 2);
  args.has_divisors = node.source[2] != nullptr ? 1 : 0;
  args.log2_base_step = static_cast<float>(-2.0 / p.dims * std::log2(static_cast<double>(p.base)));
  args.frequency_scale = p.frequency_scale;
  set_yarn(args, p);
  return args;
}

tn_i32 order_of(RopeMode mode) {
  switch (mode) {
    case RopeMode::mrope: return 1;
    case RopeMode::interleaved_mrope: return 2;
    case RopeMode::vision: return 3;
    default: return 0;
  }
}

template <class Args>
void call(Lowering& to, const char* kernel, const Tensor& node, const Args& args) {
  const Tensor* x = node.source[0];
  const Tensor* divisors = node.source[2] != nullptr ? node.source[2] : x;
  to.call(kernel, args, {x, node.source[1], divisors}, node, groups_by_row(node.shape),
          to.threads_for(node.params<RopeParams>().dims / 2));
}

void lower_sections(Lowering& to, const Tensor& node, float direction) {
  const auto p = node.params<RopeParams>();
  tn_rope_sections_args args{};
  args.rope = args_of(node, p);
  std::copy(p.sections.begin(), p.sections.end(), args.size);
  args.order = order_of(p.mode);
  args.pairs = p.mode == RopeMode::vision ? p.dims : p.dims / 2;
  args.kinds_apart = static_cast<tn_i32>(node.shape[2]);
  args.direction = direction;
  call(to, "rope_sections", node, args);
}

void lower(Lowering& to, const Tensor& node) {
  const auto p = node.params<RopeParams>();
  if (has_sections(p.mode)) return lower_sections(to, node, 1.0f);
  call(to, "rope", node, args_of(node, p));
}

void lower_back(Lowering& to, const Tensor& node) { lower_sections(to, node, -1.0f); }

}  // namespace gpu_rope

void register_gpu_rope(GpuOpTable& table) {
  table.add(rope_op, {gpu_rope::lower, nullptr});
  table.add(rope_back_op, {gpu_rope::lower_back, nullptr});
}

}  // namespace tern

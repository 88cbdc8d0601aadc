#include "core/ops/rope.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "backends/gpu/lowering.h"
#include "kernels/args/rope.h"

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

void lower(Lowering& to, const Tensor& node) {
  const auto p = node.params<RopeParams>();
  const Tensor& x = *node.source[0];
  const Tensor& divisors = node.source[2] != nullptr ? *node.source[2] : x;
  const bool normal = p.mode == RopeMode::normal;
  tn_rope_args args{};
  args.x = layout_of(x);
  args.y = layout_of(node);
  args.offset = p.offset;
  args.dims = p.dims;
  args.step = normal ? 2 : 1;
  args.partner = normal ? 1 : p.dims / 2;
  args.has_divisors = node.source[2] != nullptr ? 1 : 0;
  args.log2_base_step = static_cast<float>(-2.0 / p.dims * std::log2(static_cast<double>(p.base)));
  args.frequency_scale = p.frequency_scale;
  set_yarn(args, p);
  to.call("rope", args, {&x, node.source[1], &divisors}, node, groups_by_row(node.shape),
          to.threads_for(p.dims / 2));
}

bool supports(const Tensor& node) {
  const auto mode = node.params<RopeParams>().mode;
  return mode == RopeMode::normal || mode == RopeMode::neox;
}

}  // namespace gpu_rope

void register_gpu_rope(GpuOpTable& table) {
  table.add(rope_op, {gpu_rope::lower, gpu_rope::supports});
}

}  // namespace tern

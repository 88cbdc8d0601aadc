#include "core/ops/upscale.h"

#include "backends/gpu/lowering.h"
#include "kernels/args/upscale.h"

namespace tern {
namespace gpu_upscale {

const char* kernel_for(ScaleMode mode) {
  switch (mode) {
    case ScaleMode::bilinear: return "upscale_bilinear";
    case ScaleMode::bicubic: return "upscale_bicubic";
    case ScaleMode::bilinear_antialias: return "upscale_average";
    default: return "upscale_nearest";
  }
}

/// First and last elements lie on each other only in the first two dimensions.
float factor_of(std::int64_t from, std::int64_t to, bool aligned) {
  const std::int64_t less = aligned && from > 1 && to > 1 ? 1 : 0;
  return static_cast<float>(to - less) / static_cast<float>(from - less);
}

void lower(Lowering& to, const Tensor& node) {
  const auto params = node.params<UpscaleParams>();
  const Tensor& x = *node.source[0];
  const bool aligned = params.align_corners != 0;
  tn_upscale_args args{};
  args.x = layout_of(x);
  args.y = layout_of(node);
  args.offset = aligned ? 0.0f : 0.5f;
  for (std::size_t i = 0; i < max_dims; ++i)
    args.factor[i] = factor_of(x.shape[i], node.shape[i], aligned && i < 2);
  to.call(kernel_for(params.mode), args, {&x}, node, groups_by_row(node.shape),
          to.threads_for(node.shape[0]));
}

}  // namespace gpu_upscale

void register_gpu_upscale(GpuOpTable& table) {
  table.add(upscale_op, {gpu_upscale::lower, nullptr});
}

}  // namespace tern

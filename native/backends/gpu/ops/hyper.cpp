#include "backends/gpu/lowering.h"
#include "core/ops/hyper_merge.h"
#include "core/ops/hyper_spread.h"
#include "core/ops/hyper_weights.h"
#include "kernels/args/rows.h"

namespace tern {
namespace gpu_hyper {

void lower_merge(Lowering& to, const Tensor& node) {
  const auto params = node.params<HyperMergeParams>();
  const Tensor& x = *node.source[0];
  const Tensor& weights = *node.source[1];
  const tn_rows_args args{
      layout_of(x), layout_of(weights), layout_of(node), {params.scale, 0, 0, 0}};
  to.call(params.gated ? "hyper_merge_gated" : "hyper_merge", args, {&x, &weights}, node,
          {node.shape[1], 1, 1}, to.threads_for(node.shape[0]));
}

void lower_spread(Lowering& to, const Tensor& node) {
  const auto& [x, residual, gains, given, a, b, c, d] = node.source;
  const Tensor* weights = given != nullptr ? given : gains;
  const tn_rows_args args{
      layout_of(*residual),
      layout_of(*x),
      layout_of(node),
      {static_cast<float>(gains->stride[1]), static_cast<float>(weights->stride[2]),
       given != nullptr ? 1.0f : 0.0f, static_cast<float>(weights->stride[1])}};
  to.call("hyper_spread", args, {x, residual, gains, weights}, node,
          {node.shape[1], node.shape[2], 1}, to.threads_for(node.shape[0]));
}

void lower_weights(Lowering& to, const Tensor& node) {
  const auto params = node.params<HyperWeightsParams>();
  const Tensor& mixes = *node.source[0];
  const tn_rows_args args{layout_of(mixes),
                          layout_of(mixes),
                          layout_of(node),
                          {params.epsilon, static_cast<float>(params.iterations), 0.0f, 0.0f}};
  const std::uint32_t threads = to.threads_for(node.shape[2]);
  to.call("hyper_weights", args, {&mixes, node.source[1], node.source[2]}, node,
          {(node.shape[2] + threads - 1) / threads, 1, 1}, threads);
}

}  // namespace gpu_hyper

void register_gpu_hyper(GpuOpTable& table) {
  table.add(hyper_merge_op, {gpu_hyper::lower_merge, nullptr});
  table.add(hyper_spread_op, {gpu_hyper::lower_spread, nullptr});
  table.add(hyper_weights_op, {gpu_hyper::lower_weights, nullptr});
}

}  // namespace tern

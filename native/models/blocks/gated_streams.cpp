#include "models/blocks/gated_streams.h"

#include "core/ops/unary.h"
#include "ops/binary.h"
#include "ops/copy.h"
#include "ops/hyper_spread.h"
#include "ops/layout.h"
#include "ops/matmul.h"
#include "ops/norm.h"
#include "ops/scale.h"
#include "ops/unary.h"

namespace tern {
namespace blocks_gated_streams {

Tensor* as_streams(Graph& graph, const GatedStreams& s, Tensor* x) {
  return reshape(graph, x, {s.width, s.count, x->shape[1], 1});
}

/// One stream after the other, as fusion expects it.
Tensor* mean_of_streams(Graph& graph, const GatedStreams& s, Tensor* x) {
  const auto stream = [&](std::int64_t i) {
    return view(graph, x, {s.width, x->shape[1], 1, 1}, x->stride, row_bytes(x->type, i * s.width));
  };
  Tensor* sum = cont(graph, stream(0));
  for (std::int64_t i = 1; i < s.count; ++i) sum = add(graph, sum, stream(i));
  return scale(graph, sum, 1.0f / static_cast<float>(s.count));
}

}  // namespace blocks_gated_streams

GatedStreams load_gated_streams(const ModelLoader& model, const std::string& name,
                                const GatedStreams& common, bool spreads) {
  GatedStreams s = common;
  const std::int64_t all = s.width * s.count;
  const std::int64_t rank = model.metadata.positive("hyper_connection.low_rank");
  s.norm = model.weights.require_as(name + "_norm.weight", {all, 1, 1, 1});
  s.down = model.weights.require(name + "_down.weight", {all, rank, 1, 1});
  s.up = model.weights.require(name + "_up.weight", {rank, all, 1, 1});
  if (spreads) s.inject = model.weights.require(name + "_inject.weight", {all, s.count, 1, 1});
  return s;
}

Tensor* norm_streams(Graph& graph, const GatedStreams& s, Tensor* weight, Tensor* x) {
  Tensor* y = rms_norm(graph, blocks_gated_streams::as_streams(graph, s, x), s.epsilon);
  return mul(graph, reshape(graph, y, {s.width * s.count, x->shape[1], 1, 1}), weight);
}

MergedStreams merge(Graph& graph, const GatedStreams& s, Tensor* residual) {
  const float share = 1.0f / static_cast<float>(s.count);
  Tensor* x = norm_streams(graph, s, s.norm, residual);
  Tensor* low = unary(graph, silu_op, scale(graph, matmul(graph, s.down, x), share));
  Tensor* gate = unary(graph, sigmoid_op, matmul(graph, s.up, low));
  MergedStreams merged;
  merged.x = blocks_gated_streams::mean_of_streams(graph, s, mul(graph, x, gate));
  if (s.inject == nullptr) return merged;
  Tensor* gains = unary(graph, sigmoid_op, scale(graph, matmul(graph, s.inject, x), share));
  merged.gains = scale(graph, gains, 2.0f);  // so that 0 stands for adding as it is
  return merged;
}

Tensor* spread(Graph& graph, const GatedStreams& s, Tensor* y, Tensor* residual, Tensor* gains) {
  Tensor* streams = blocks_gated_streams::as_streams(graph, s, residual);
  return reshape(graph, hyper_spread(graph, {y, streams, gains, nullptr}), residual->shape);
}

}  // namespace tern

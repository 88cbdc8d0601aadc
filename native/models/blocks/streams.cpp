#include "models/blocks/streams.h"

#include "ops/binary.h"
#include "ops/hyper_merge.h"
#include "ops/hyper_spread.h"
#include "ops/hyper_weights.h"
#include "ops/layout.h"
#include "ops/matmul.h"
#include "ops/norm.h"
#include "ops/repeat.h"
#include "ops/scale.h"
#include "ops/unary.h"

namespace tern {
namespace blocks_streams {

/// A part of each row, or of a vector.
Tensor* part(Graph& graph, Tensor* x, std::int64_t first, std::int64_t size) {
  return view(graph, x, {size, x->shape[1], 1, 1}, x->stride, row_bytes(x->type, first));
}

/// sigmoid(mixes * scale[which] + base) of one of both parts.
Tensor* weigh(Graph& graph, const Streams& s, Tensor* mixes, std::int64_t which) {
  Tensor* y = part(graph, mixes, which * s.count, s.count);
  y = mul(graph, y, part(graph, s.scale, which, 1));
  return unary(graph, sigmoid_op, add(graph, y, part(graph, s.base, which * s.count, s.count)));
}

Tensor* as_streams(Graph& graph, const Streams& s, Tensor* residual) {
  return reshape(graph, residual, {s.width, s.count, residual->shape[1], 1});
}

}  // namespace blocks_streams

Streams load_streams(Weights& weights, const std::string& name, const Streams& common,
                     bool spreads) {
  Streams s = common;
  if (!spreads) s.iterations = 0;
  const std::int64_t parts = !spreads ? 1 : s.iterations > 0 ? 3 : 2;
  const std::int64_t rows = parts == 3 ? (2 + s.count) * s.count : parts * s.count;
  s.mixer = weights.require(name + "_fn.weight", {s.count * s.width, rows, 1, 1});
  s.scale = weights.require(name + "_scale.weight", {parts, 1, 1, 1});
  s.base = weights.require(name + "_base.weight", {rows, 1, 1, 1});
  return s;
}

Tensor* start_streams(Graph& graph, const Streams& s, Tensor* x) {
  Tensor* streams = reshape(graph, x, {s.width, 1, x->shape[1], 1});
  streams = repeat(graph, streams, {s.width, s.count, x->shape[1], 1});
  return reshape(graph, streams, {s.width * s.count, x->shape[1], 1, 1});
}

Merged merge(Graph& graph, const Streams& s, Tensor* residual) {
  using namespace blocks_streams;
  Tensor* mixes = matmul(graph, s.mixer, rms_norm(graph, residual, s.norm_epsilon));
  Tensor* weights = scale(graph, weigh(graph, s, mixes, 0), 1.0f, s.epsilon);
  Merged merged;
  if (mixes->shape[0] > s.count)
    merged.gains = scale(graph, weigh(graph, s, mixes, 1), s.magnitude, s.gain_epsilon);
  if (s.iterations > 0)
    merged.matrix = hyper_weights(graph, mixes, s.scale, s.base, {s.epsilon, s.iterations});
  merged.x = hyper_merge(graph, as_streams(graph, s, residual), weights);
  return merged;
}

Tensor* spread(Graph& graph, const Streams& s, Tensor* y, Tensor* residual, const Merged& merged) {
  using namespace blocks_streams;
  Tensor* streams =
      hyper_spread(graph, {y, as_streams(graph, s, residual), merged.gains, merged.matrix});
  return reshape(graph, streams, residual->shape);
}

}  // namespace tern

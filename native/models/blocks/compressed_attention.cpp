#include "models/blocks/compressed_attention.h"

#include <cmath>

#include "ops/binary.h"
#include "ops/concat.h"
#include "ops/copy.h"
#include "ops/layout.h"
#include "ops/matmul.h"
#include "ops/rope.h"
#include "ops/set_rows.h"
#include "ops/softmax.h"

namespace tern {
namespace blocks_compressed_attention {

/// What heads attend to: rows [head, n], keys and values at once, and who sees them.
struct Seen {
  Tensor* rows = nullptr;
  Tensor* mask = nullptr;
};

/// The tokens of the window.
Seen near_rows(const StepContext& step, const CompressedAttention& a, Tensor* x) {
  Graph& graph = step.graph;
  const CellView& cells = step.views[a.window];
  Tensor* rows = apply(graph, a.row_norm, apply(graph, a.row, x));
  rows = apply(step, a.rotary, reshape(graph, rows, {a.sizes.head, 1, step.count, 1}));
  rows = reshape(graph, rows, {a.sizes.head, step.count, 1, 1});
  Tensor* cache = set_rows(graph, step.cells[static_cast<std::size_t>(a.rows)], rows, cells.cells);
  return {view(graph, cache, {a.sizes.head, cells.visible, 1, 1}, cache->stride, 0), cells.mask};
}

/// Runs, as far as the indexer chooses them.
Seen far_rows(const StepContext& step, const CompressedAttention& a, Tensor* x, Tensor* low) {
  Tensor* rows = run_rows(step, *a.runs, compress(step, *a.runs, x));
  Tensor* mask = run_mask(step, a.runs->runs);
  if (!a.indexer) return {rows, mask};
  Tensor* keys = compress(step, a.index, x);
  // Where all can be chosen there is nothing to choose.
  if (rows->shape[1] <= a.indexer->top_k) return {rows, mask};
  keys = run_rows(step, a.index, keys);
  return {rows, choose_rows(step, *a.indexer, keys, mask, x, low)};
}

Tensor* weighted(Graph& graph, Tensor* rows, Tensor* weights) {
  return matmul(graph, permute(graph, rows, {1, 0, 2, 3}), weights);
}

/// Elements from `first` on of each row of x.
Tensor* part(Graph& graph, Tensor* x, std::int64_t first, std::int64_t size) {
  return view(graph, x, {size, x->shape[1], x->shape[2], 1}, x->stride, row_bytes(x->type, first));
}

/// [head, tokens, heads]
Tensor* attend_to_both(Graph& graph, const CompressedAttention& a, Tensor* queries,
                       const Seen& near, const Seen& far) {
  const SoftmaxParams params{.scale = 1.0f / std::sqrt(static_cast<float>(a.sizes.head))};
  Tensor* scores = matmul(graph, near.rows, queries);
  if (far.rows == nullptr)
    return weighted(graph, near.rows, softmax(graph, scores, near.mask, a.sinks, params));
  scores = concat_tensors(graph, scores, matmul(graph, far.rows, queries), 0);
  Tensor* mask = concat_tensors(graph, near.mask, far.mask, 0);
  Tensor* weights = softmax(graph, scores, mask, a.sinks, params);
  const std::int64_t n = near.rows->shape[1];
  return add(graph, weighted(graph, near.rows, part(graph, weights, 0, n)),
             weighted(graph, far.rows, part(graph, weights, n, weights->shape[0] - n)));
}

/// Values came turned, as they are keys too: y [head, heads, tokens] turns back, then each group of
/// heads has its own matrix.
Tensor* finish(const StepContext& step, const CompressedAttention& a, Tensor* y) {
  Graph& graph = step.graph;
  const CompressedAttentionSizes& s = a.sizes;
  const std::int64_t width = s.heads / s.groups * s.head;
  y = rope_back(graph, y, step.positions, a.rotary.divisors, a.rotary.params);
  y = permute(graph, reshape(graph, y, {width, s.groups, step.count, 1}), {0, 2, 1, 3});
  y = matmul(graph, reshape(graph, a.output_down, {width, s.rank, s.groups, 1}), y);
  y = cont(graph, permute(graph, y, {0, 2, 1, 3}));
  return apply(graph, a.output, reshape(graph, y, {s.rank * s.groups, step.count, 1, 1}));
}

}  // namespace blocks_compressed_attention

Tensor* apply(const StepContext& step, const CompressedAttention& a, Tensor* x) {
  using namespace blocks_compressed_attention;
  Graph& graph = step.graph;
  const CompressedAttentionSizes& s = a.sizes;
  Tensor* low = apply(graph, a.query_norm, apply(graph, a.query_down, x));
  Tensor* queries = reshape(graph, apply(graph, a.query, low), {s.head, s.heads, step.count, 1});
  queries = apply(step, a.rotary, apply(graph, a.head_norm, queries));
  queries = permute(graph, queries, {0, 2, 1, 3});
  const Seen near = near_rows(step, a, x);
  const Seen far = a.runs ? far_rows(step, a, x, low) : Seen{};
  Tensor* y = attend_to_both(graph, a, queries, near, far);
  return finish(step, a, cont(graph, permute(graph, y, {0, 2, 1, 3})));
}

}  // namespace tern

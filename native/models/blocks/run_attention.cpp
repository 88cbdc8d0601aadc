#include "models/blocks/run_attention.h"

#include <algorithm>

#include "core/ops/unary.h"
#include "models/blocks/indexer.h"
#include "ops/binary.h"
#include "ops/copy.h"
#include "ops/layout.h"
#include "ops/matmul.h"
#include "ops/unary.h"

namespace tern {
namespace blocks_run_attention {

/// The sum over heads of x [runs, heads, tokens], one after the other, as fusion expects it.
Tensor* sum_heads(Graph& graph, Tensor* x) {
  const Shape shape{x->shape[0], x->shape[2], 1, 1};
  const Strides stride{x->stride[0], x->stride[2], x->stride[3], x->stride[3]};
  const auto head = [&](std::int64_t i) {
    return view(graph, x, shape, stride, static_cast<std::size_t>(i) * x->stride[1]);
  };
  Tensor* sum = cont(graph, head(0));
  for (std::int64_t i = 1; i < x->shape[1]; ++i) sum = add(graph, sum, head(i));
  return sum;
}

/// [runs, tokens]
Tensor* score(const StepContext& step, const RunIndexer& i, Tensor* keys, Tensor* x) {
  Graph& graph = step.graph;
  Tensor* queries = reshape(graph, matmul(graph, i.query, x), {i.size, i.heads, step.count, 1});
  queries = apply(step, i.rotary, apply(graph, i.query_norm, queries));
  queries = reshape(graph, queries, {i.size, i.heads * step.count, 1, 1});
  Tensor* fits = unary(graph, relu_op, matmul(graph, keys, queries));
  return sum_heads(graph, reshape(graph, fits, {keys->shape[1], i.heads, step.count, 1}));
}

Tensor* choose(const StepContext& step, const RunIndexer& i, Tensor* x) {
  Graph& graph = step.graph;
  Tensor* keys = run_rows(step, i.keys, compress(step, i.keys, x));
  Tensor* scores = add(graph, score(step, i, keys, x), run_mask(step, i.keys.runs));
  const std::int64_t count = std::min(i.count, scores->shape[0]);
  return hide_runs(step, i.keys.runs, penalize_rest(graph, scores, count));
}

}  // namespace blocks_run_attention

RunIndexer load_run_indexer(LayerLoader& load, const Rotary& rotary, std::int64_t ratio) {
  const Metadata& metadata = load.model.metadata;
  RunIndexer i;
  i.heads = metadata.positive("attention.indexer.head_count");
  i.size = metadata.positive("attention.indexer.key_length");
  i.count = std::max<std::int64_t>(1, metadata.positive("attention.indexer.top_k") / ratio);
  i.query = load.tensor("indexer.q_proj.weight", {load.h.embedding, i.heads * i.size, 1, 1});
  i.query_norm = load.norm("indexer.q_norm", i.size);
  i.rotary = rotary;
  i.keys.runs.ratio = ratio;
  i.keys.size = i.size;
  i.keys.rows.weight = load.tensor("indexer.k_proj.weight", {load.h.embedding, i.size, 1, 1});
  i.keys.norm = load.norm("indexer.k_norm", i.size);
  i.keys.rotary = rotary;
  add_run_memory(load.model.shape.memory, static_cast<std::int64_t>(load.index), i.keys);
  return i;
}

Tensor* apply(const StepContext& step, const RunAttention& part, Tensor* x) {
  Tensor* mask = blocks_run_attention::choose(step, part.indexer, x);
  return apply(step, part.attention, x, mask);
}

}  // namespace tern

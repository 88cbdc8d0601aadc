#include "models/blocks/indexer.h"

#include <cmath>

#include "ops/binary.h"
#include "ops/concat.h"
#include "ops/copy.h"
#include "ops/get_rows.h"
#include "ops/layout.h"
#include "ops/lightning_indexer.h"
#include "ops/scale.h"
#include "ops/set_rows.h"
#include "ops/sort.h"
#include "ops/unary.h"

namespace tern {
namespace blocks_indexer {

/// Rows of a cache that are visible, as [size, 1, cells].
Tensor* store(const StepContext& step, const CellView& view, MemorySlot slot, Tensor* rows) {
  Tensor* cache =
      set_rows(step.graph, step.cells[static_cast<std::size_t>(slot)], rows, view.cells);
  return tern::view(step.graph, cache, {cache->shape[0], 1, view.visible, 1},
                    {cache->stride[0], cache->stride[1], cache->stride[1], cache->stride[2]}, 0);
}

Tensor* turn(const StepContext& step, const Indexer& i, Tensor* x) {
  if (!i.rotary) return x;
  if (!i.turns_tail) return apply(step, *i.rotary, x);
  const std::int64_t kept = i.size - i.rotary->params.dims;
  const auto part = [&](std::int64_t first, std::int64_t size) {
    return view(step.graph, x, {size, x->shape[1], x->shape[2], 1}, x->stride,
                row_bytes(x->type, first));
  };
  Tensor* turned = apply(step, *i.rotary, part(kept, i.size - kept));
  return concat_tensors(step.graph, part(0, kept), turned, 0);
}

Tensor* score(const StepContext& step, const Indexer& i, Tensor* keys, Tensor* mask, Tensor* x,
              Tensor* query) {
  Graph& graph = step.graph;
  Tensor* q = reshape(graph, apply(graph, i.query, query), {i.size, i.heads, step.count, 1});
  q = turn(step, i, q);
  const float factor = 1.0f / std::sqrt(static_cast<float>(i.size * i.heads));
  Tensor* weights = scale(graph, apply(graph, i.weights, x), factor);
  return lightning_indexer(graph, {q, keys, weights, mask});
}

/// keys: [size, n]
Tensor* score_rows(const StepContext& step, const Indexer& i, Tensor* keys, Tensor* mask, Tensor* x,
                   Tensor* query) {
  keys = reshape(step.graph, keys, {i.size, 1, keys->shape[1], 1});
  return score(step, i, keys, mask, x, query);
}

/// The mask without what scores less than the last of the best.
Tensor* keep_best(Graph& graph, const Indexer& i, Tensor* scores, Tensor* mask) {
  return add(graph, mask, reshape(graph, penalize_rest(graph, scores, i.top_k), mask->shape));
}

}  // namespace blocks_indexer

Tensor* penalize_rest(Graph& graph, Tensor* scores, std::int64_t count) {
  constexpr float out_of_reach = -1e30f;
  const std::int64_t tokens = scores->shape[1];
  Tensor* best = top_k(graph, scores, count);
  best = get_rows(graph, reshape(graph, scores, {1, scores->shape[0], tokens, 1}), best);
  Tensor* last = view(graph, best, {1, tokens, 1, 1},
                      {best->stride[0], best->stride[2], best->stride[3], best->stride[3]},
                      static_cast<std::size_t>(count - 1) * best->stride[1]);
  Tensor* behind = scale(graph, sub(graph, scores, last), -1.0f);
  return scale(graph, unary(graph, step_op, behind), out_of_reach);
}

Tensor* hide_runs(const StepContext& step, const Runs& runs, Tensor* penalties) {
  Graph& graph = step.graph;
  const auto turned = [&](Tensor* x) { return cont(graph, permute(graph, x, {1, 0, 2, 3})); };
  // Runs that a token does not see as a whole are not judged: some of their cells may be before it.
  Tensor* is_seen = unary(graph, exp_op, run_mask(step, runs));
  Tensor* of_runs = turned(mul(graph, penalties, is_seen));
  Tensor* of_cells = turned(get_rows(graph, of_runs, runs_of_cells(step, runs)));
  return add(graph, step.views[runs.window].mask, of_cells);
}

Indexer load_indexer(const Metadata& metadata, Weights& weights, MemoryLayout& memory,
                     const std::string& prefix, std::int64_t layer, const Hparams& sizes,
                     std::int64_t query_width, const Rotary& rotary) {
  Indexer i;
  i.heads = metadata.positive("attention.indexer.head_count");
  i.size = metadata.positive("attention.indexer.key_length");
  i.top_k = metadata.positive("attention.indexer.top_k");
  i.query = load_linear(weights, prefix + "indexer.attn_q_b", query_width, i.heads * i.size);
  i.key = load_linear(weights, prefix + "indexer.attn_k", sizes.embedding, i.size);
  i.weights = load_linear(weights, prefix + "indexer.proj", sizes.embedding, i.heads);
  const NormConfig norm{NormKind::layer, 1e-6f};
  i.key_norm = load_norm(weights, prefix + "indexer.k_norm", i.size, norm);
  i.rotary = rotary;
  i.keys = memory.add_cells(MemoryKind::indexer_keys, layer, i.size);
  i.window = static_cast<std::size_t>(memory.window({}));
  return i;
}

Tensor* choose_cells(const StepContext& step, const Indexer& i, Tensor* x, Tensor* query) {
  using namespace blocks_indexer;
  Graph& graph = step.graph;
  const CellView& view = step.views[i.window];
  Tensor* key = apply(graph, i.key_norm, apply(graph, i.key, x));
  key = turn(step, i, reshape(graph, key, {i.size, 1, step.count, 1}));
  Tensor* keys = store(step, view, i.keys, reshape(graph, key, {i.size, step.count, 1, 1}));
  // Where all can be chosen there is nothing to choose.
  if (view.visible <= i.top_k) return view.mask;
  return keep_best(graph, i, score(step, i, keys, view.mask, x, query), view.mask);
}

Tensor* choose_rows(const StepContext& step, const Indexer& i, Tensor* keys, Tensor* mask,
                    Tensor* x, Tensor* query) {
  using namespace blocks_indexer;
  return keep_best(step.graph, i, score_rows(step, i, keys, mask, x, query), mask);
}

Tensor* choose_runs(const StepContext& step, const Indexer& i, const Compressor& c, Tensor* x,
                    Tensor* query) {
  Tensor* keys = run_rows(step, c, compress(step, c, x));
  if (keys->shape[1] <= i.top_k) return step.views[c.runs.window].mask;
  Tensor* scores = blocks_indexer::score_rows(step, i, keys, run_mask(step, c.runs), x, query);
  return hide_runs(step, c.runs, penalize_rest(step.graph, scores, i.top_k));
}

}  // namespace tern

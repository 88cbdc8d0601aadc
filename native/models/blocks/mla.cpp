#include "models/blocks/mla.h"

#include "ops/binary.h"
#include "ops/concat.h"
#include "ops/copy.h"
#include "ops/layout.h"
#include "ops/matmul.h"
#include "ops/repeat.h"
#include "ops/set_rows.h"
#include "ops/softmax.h"
#include "ops/unary.h"

namespace tern {
namespace blocks_mla {

/// Elements from `first` on of each head of x [size, heads, tokens].
Tensor* part(Graph& graph, Tensor* x, std::int64_t first, std::int64_t size) {
  return view(graph, x, {size, x->shape[1], x->shape[2], 1}, x->stride, row_bytes(x->type, first));
}

Tensor* behind(Graph& graph, Tensor* a, Tensor* b) {
  if (b == nullptr) return a;
  return a->shape[0] == 0 ? b : concat_tensors(graph, a, b, 0);
}

/// What one token keeps: the row, [latent, tokens], and the part of keys that rope turned,
/// [turned, 1, tokens].
struct Row {
  Tensor* latent = nullptr;
  Tensor* turned = nullptr;  // null where rope turns nothing
};

Row make_row(const StepContext& step, const Mla& mla, Tensor* x) {
  Graph& graph = step.graph;
  const MlaSizes& s = mla.sizes;
  Tensor* both = apply(graph, mla.down, x);
  if (s.turned == 0) return {apply(graph, mla.row_norm, both), nullptr};
  both = reshape(graph, both, {s.latent + s.turned, 1, step.count, 1});
  Tensor* turned = apply(graph, mla.turned_norm, part(graph, both, s.latent, s.turned));
  if (mla.turns) turned = apply(step, mla.rotary, turned);
  Tensor* latent = view(graph, both, {s.latent, step.count, 1, 1},
                        {both->stride[0], both->stride[2], both->stride[3], both->stride[3]}, 0);
  return {apply(graph, mla.row_norm, latent), turned};
}

/// [latent + turned, heads, tokens]: queries as the kept row wants them.
Tensor* come_to_rows(const StepContext& step, const Mla& mla, Tensor* queries, Tensor* turned) {
  Graph& graph = step.graph;
  Tensor* plain = part(graph, queries, 0, mla.sizes.key - mla.sizes.turned);
  plain = matmul(graph, mla.key_up, permute(graph, plain, {0, 2, 1, 3}));
  return behind(graph, permute(graph, plain, {0, 2, 1, 3}), turned);
}

Tensor* heat(const StepContext& step, const Mla& mla, Tensor* queries) {
  return mla.temperature ? tern::heat(step, *mla.temperature, queries) : queries;
}

/// Attention to the rows themselves; [value, tokens, heads].
Tensor* attend_to_rows(const StepContext& step, const Mla& mla, Tensor* queries, const Row& row,
                       Tensor* mask) {
  Graph& graph = step.graph;
  const MlaSizes& s = mla.sizes;
  const CellView& cells = step.views[mla.window];
  Tensor* latent = reshape(graph, row.latent, {s.latent, 1, step.count, 1});
  Tensor* rows = behind(graph, latent, row.turned);
  rows = reshape(graph, rows, {s.latent + s.turned, step.count, 1, 1});
  Tensor* cache =
      set_rows(graph, step.cells[static_cast<std::size_t>(mla.rows)], rows, cells.cells);
  Tensor* k = view(graph, cache, {cache->shape[0], cells.visible, 1, 1}, cache->stride, 0);
  Tensor* v = view(graph, cache, {s.latent, cells.visible, 1, 1}, cache->stride, 0);
  Tensor* scores = matmul(graph, k, permute(graph, queries, {0, 2, 1, 3}));
  Tensor* weights = softmax(graph, scores, mask, mla.sinks, {.scale = mla.scale});
  Tensor* seen = matmul(graph, permute(graph, v, {1, 0, 2, 3}), weights);
  return matmul(graph, mla.value_up, seen);
}

/// The usual attention, with keys and values made from the row at once.
Tensor* attend_unfolded(const StepContext& step, const Mla& mla, Tensor* queries, const Row& row) {
  Graph& graph = step.graph;
  const MlaSizes& s = mla.sizes;
  const std::int64_t kept = s.key - s.turned;
  Tensor* both = apply(graph, mla.up, row.latent);
  both = reshape(graph, both, {kept + s.value, s.heads, step.count, 1});
  Tensor* turned = row.turned;
  if (turned != nullptr) turned = repeat(graph, turned, {s.turned, s.heads, step.count, 1});
  Tensor* keys = behind(graph, part(graph, both, 0, kept), turned);
  Tensor* values = cont(graph, part(graph, both, kept, s.value));
  AttendOptions options;
  options.scale = mla.scale;
  return attend(step, mla.slots, options, {queries, keys, values});
}

Tensor* weigh(Graph& graph, const Mla& mla, Tensor* x, Tensor* y) {
  const MlaSizes& s = mla.sizes;
  Tensor* gate = unary(graph, sigmoid_op, apply(graph, mla.gate, x));
  if (gate->shape[0] == y->shape[0]) return mul(graph, y, gate);
  Tensor* heads = reshape(graph, y, {s.value, s.heads, y->shape[1], 1});
  heads = mul(graph, heads, reshape(graph, gate, {1, s.heads, y->shape[1], 1}));
  return reshape(graph, heads, y->shape);
}

/// The mask of the window, or what an indexer, of this layer or an earlier one, leaves of it.
Tensor* mask_of(const StepContext& step, const Mla& mla, Tensor* x, Tensor* low) {
  if (mla.indexer) {
    Tensor* mask = mla.pool ? choose_runs(step, *mla.indexer, *mla.pool, x, low)
                            : choose_cells(step, *mla.indexer, x, low);
    step.leave("chosen cells", mask);
    return mask;
  }
  Tensor* left = mla.uses_left_mask ? step.left("chosen cells") : nullptr;
  return left != nullptr ? left : step.views[mla.window].mask;
}

}  // namespace blocks_mla

Tensor* apply(const StepContext& step, const Mla& mla, Tensor* x) {
  using namespace blocks_mla;
  Graph& graph = step.graph;
  const MlaSizes& s = mla.sizes;
  Tensor* low = x;
  if (mla.query_down.weight != nullptr)
    low = apply(graph, mla.query_norm, apply(graph, mla.query_down, x));
  Tensor* mask = mask_of(step, mla, x, low);
  Tensor* queries = reshape(graph, apply(graph, mla.query, low), {s.key, s.heads, step.count, 1});
  const Row row = make_row(step, mla, x);
  const std::int64_t kept = s.key - s.turned;
  Tensor* turned = s.turned == 0 ? nullptr : part(graph, queries, kept, s.turned);
  if (mla.turns && turned != nullptr) turned = apply(step, mla.rotary, turned);
  Tensor* y = nullptr;
  if (mla.up.weight != nullptr) {
    queries = behind(graph, part(graph, queries, 0, kept), turned);
    y = attend_unfolded(step, mla, heat(step, mla, queries), row);
  } else {
    queries = heat(step, mla, come_to_rows(step, mla, queries, turned));
    y = permute(graph, attend_to_rows(step, mla, queries, row, mask), {0, 2, 1, 3});
    y = reshape(graph, cont(graph, y), {s.value * s.heads, step.count, 1, 1});
  }
  if (mla.gate.weight != nullptr) y = weigh(graph, mla, x, y);
  return apply(graph, mla.output, y);
}

}  // namespace tern

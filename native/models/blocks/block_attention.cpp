#include "models/blocks/block_attention.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "core/text.h"
#include "models/blocks/indexer.h"
#include "ops/binary.h"
#include "ops/copy.h"
#include "ops/get_rows.h"
#include "ops/layout.h"
#include "ops/matmul.h"
#include "ops/pool.h"
#include "ops/repeat.h"
#include "ops/set_rows.h"

namespace tern {
namespace blocks_block_attention {

using Plan = std::shared_ptr<const BlockPlan>;

Plan plan_of(const StepContext& step, const BlockIndexer& i) {
  return step.views[i.window].blocks(i.block);
}

/// What `make` makes of the plan and the entries of the step; layers share it.
template <class Value, class Make>
Tensor* input(const StepContext& step, const BlockIndexer& i, const Shape& shape, const char* name,
              Make make) {
  const Type type = std::is_same_v<Value, float> ? Type::f32 : Type::i32;
  return step.input(type, shape, concat("blocks of ", i.block, ": ", name),
                    [plan = plan_of(step, i), make](std::span<const BatchEntry> entries,
                                                    std::span<std::byte> out) {
                      const std::vector<Value> values = make(*plan, entries);
                      std::memcpy(out.data(), values.data(), out.size());
                    });
}

template <class Value>
Tensor* list(const StepContext& step, const BlockIndexer& i, const Shape& shape, const char* name,
             std::vector<Value> BlockPlan::* member) {
  return input<Value>(
      step, i, shape, name,
      [member](const BlockPlan& plan, std::span<const BatchEntry>) { return plan.*member; });
}

/// So much that the nearest blocks come before all others: F32 [blocks, 1, tokens].
Tensor* nearness(const StepContext& step, const BlockIndexer& i) {
  const Shape shape{plan_of(step, i)->count, 1, step.count, 1};
  return input<float>(
      step, i, shape, "near",
      [size = i.block, near = i.near](const BlockPlan& plan, std::span<const BatchEntry> entries) {
        std::vector<float> values;
        for (const BatchEntry& entry : entries) {
          for (const std::int32_t start : plan.starts) {
            const std::int64_t back = entry.position / size - start / size;
            values.push_back(back >= 0 && back < near ? 1e30f : 0.0f);
          }
        }
        return values;
      });
}

Tensor* turned(Graph& graph, Tensor* x) { return cont(graph, permute(graph, x, {1, 0, 2, 3})); }

Tensor* project(const StepContext& step, const BlockIndexer& i, Tensor* weight, const Norm& norm,
                Tensor* x) {
  Graph& graph = step.graph;
  Tensor* y = matmul(graph, weight, x);
  y = reshape(graph, y, {i.size, y->shape[0] / i.size, step.count, 1});
  y = apply(step, i.rotary, apply(graph, norm, y));
  return reshape(graph, y, {i.size, y->shape[1] * step.count, 1, 1});
}

/// Of each block, for each head and token: [blocks, heads, tokens].
Tensor* score(const StepContext& step, const BlockIndexer& i, Tensor* x) {
  Graph& graph = step.graph;
  const std::int64_t cells = i.block * plan_of(step, i)->count;
  Tensor* queries = project(step, i, i.query, i.query_norm, x);
  Tensor* keys = set_rows(graph, step.cells[static_cast<std::size_t>(i.keys)],
                          project(step, i, i.key, i.key_norm, x), step.views[i.window].cells);
  keys = get_rows(graph, keys, list(step, i, {cells, 1, 1, 1}, "members", &BlockPlan::members));
  Tensor* scores = matmul(graph, keys, queries);
  scores = reshape(graph, scores, {cells, i.heads, step.count, 1});
  scores = add(graph, scores, list(step, i, {cells, 1, step.count, 1}, "mask", &BlockPlan::mask));
  const auto block = static_cast<std::int32_t>(i.block);
  Tensor* best = pool_2d(graph, scores, {.size = {block, 1}, .stride = {block, 1}});
  return add(graph, best, nearness(step, i));
}

/// From [blocks, heads * tokens] to [cells, tokens, heads].
Tensor* spread_to_cells(const StepContext& step, const BlockIndexer& i, Tensor* of_blocks) {
  Graph& graph = step.graph;
  const std::int64_t visible = step.views[i.window].visible;
  Tensor* blocks = list(step, i, {visible, 1, 1, 1}, "of cells", &BlockPlan::of_cell);
  Tensor* cells = turned(graph, get_rows(graph, turned(graph, of_blocks), blocks));
  cells = reshape(graph, cells, {visible, i.heads, step.count, 1});
  return cont(graph, permute(graph, cells, {0, 2, 1, 3}));
}

/// [cells, tokens, heads of queries]: heads that share keys share a mask.
Tensor* choose(const StepContext& step, const BlockAttention& part, Tensor* x) {
  Graph& graph = step.graph;
  const BlockIndexer& i = part.indexer;
  Tensor* scores = score(step, i, x);
  const std::int64_t blocks = scores->shape[0];
  scores = reshape(graph, scores, {blocks, i.heads * step.count, 1, 1});
  Tensor* penalties = penalize_rest(graph, scores, std::min(i.count, blocks));
  Tensor* mask = add(graph, spread_to_cells(step, i, penalties), step.views[i.window].mask);
  const std::int64_t heads = part.attention.sizes.heads;
  if (heads == i.heads) return mask;
  const std::int64_t cells = mask->shape[0] * step.count;
  mask = repeat(graph, reshape(graph, mask, {cells, 1, i.heads, 1}),
                {cells, heads / i.heads, i.heads, 1});
  return reshape(graph, mask, {cells / step.count, step.count, heads, 1});
}

}  // namespace blocks_block_attention

BlockIndexer load_block_indexer(LayerLoader& load, const Rotary& rotary) {
  const Metadata& metadata = load.model.metadata;
  MemoryLayout& memory = load.model.shape.memory;
  BlockIndexer i;
  i.heads = metadata.positive("attention.indexer.head_count");
  if (i.heads != load.h.heads_kv)
    metadata.fail("attention.indexer.head_count", concat(load.h.heads_kv, " as heads of keys"),
                  concat(i.heads));
  i.size = metadata.positive("attention.indexer.key_length");
  i.block = metadata.positive("attention.indexer.block_size");
  i.count = metadata.positive("attention.indexer.top_k");
  i.near = metadata.integer_or("attention.indexer.local_blocks", 0);
  i.query = load.tensor("indexer.q_proj.weight", {load.h.embedding, i.heads * i.size, 1, 1});
  i.key = load.tensor("indexer.k_proj.weight", {load.h.embedding, i.size, 1, 1});
  i.query_norm = load.norm("indexer.q_norm", i.size);
  i.key_norm = load.norm("indexer.k_norm", i.size);
  i.rotary = rotary;
  const auto layer = static_cast<std::int64_t>(load.index);
  i.keys = memory.add_cells(MemoryKind::indexer_keys, layer, i.size);
  if (const auto turn = turn_of(rotary, i.size)) memory.set_movable(i.keys, turn);
  i.window = static_cast<std::size_t>(memory.window({}));
  return i;
}

Tensor* apply(const StepContext& step, const BlockAttention& part, Tensor* x) {
  return apply(step, part.attention, x, blocks_block_attention::choose(step, part, x));
}

}  // namespace tern

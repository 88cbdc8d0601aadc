#include "models/blocks/attend.h"

#include "ops/copy.h"
#include "ops/flash_attention.h"
#include "ops/layout.h"
#include "ops/matmul.h"
#include "ops/scale.h"
#include "ops/set_rows.h"
#include "ops/softmax.h"
#include "ops/unary.h"

namespace tern {
namespace blocks_attend {

/// Puts the rows of the step into their cells; gives all visible ones as [head size, cells, heads].
Tensor* store(const StepContext& step, const CellView& view, MemorySlot slot, Tensor* x) {
  Graph& graph = step.graph;
  if (view.cells == nullptr) return permute(graph, x, {0, 2, 1, 3});
  Tensor* flat = is_contiguous(*x) ? x : cont(graph, x);
  const std::int64_t head = x->shape[0];
  const std::int64_t heads = x->shape[1];
  Tensor* rows = reshape(graph, flat, {head * heads, x->shape[2], 1, 1});
  Tensor* cache = set_rows(graph, step.cells[static_cast<std::size_t>(slot)], rows, view.cells);
  const std::size_t head_bytes = row_bytes(cache->type, head);
  const Strides stride{cache->stride[0], cache->stride[1], head_bytes,
                       head_bytes * static_cast<std::size_t>(heads)};
  return tern::view(graph, cache, {head, view.visible, heads, 1}, stride, 0);
}

Tensor* cap(Graph& graph, Tensor* x, const AttendOptions& options) {
  Tensor* inner = scale(graph, x, options.cap_scale / options.softcap);
  return scale(graph, unary(graph, tanh_op, inner), options.softcap);
}

/// As one op, which caps what is scaled already: scale * cap(x) is a cap scaled likewise.
Tensor* attend_at_once(Graph& graph, Tensor* q, Tensor* k, Tensor* v, Tensor* mask,
                       const AttendOptions& options) {
  const FlashAttentionParams params{
      .scale = options.softcap > 0.0f ? options.scale * options.cap_scale : options.scale,
      .max_bias = options.max_bias,
      .softcap = options.softcap * options.scale,
  };
  Tensor* heads = flash_attention(graph, {q, k, v, mask, options.sinks}, params);
  return reshape(graph, heads, {heads->shape[0] * heads->shape[1], heads->shape[2], 1, 1});
}

}  // namespace blocks_attend

KvSlots add_kv(MemoryLayout& memory, std::int64_t layer, std::int64_t key_width,
               std::int64_t value_width, const Window& window) {
  return {memory.add_cells(MemoryKind::keys, layer, key_width, window),
          memory.add_cells(MemoryKind::values, layer, value_width, window),
          static_cast<std::size_t>(memory.window(window))};
}

Tensor* attend_to(Graph& graph, Tensor* q, Tensor* k, Tensor* v, Tensor* mask,
                  const AttendOptions& options) {
  Tensor* scores = matmul(graph, k, q);
  if (options.softcap > 0.0f) scores = blocks_attend::cap(graph, scores, options);
  Tensor* weights = softmax(graph, scores, mask, options.sinks, {options.scale, options.max_bias});
  Tensor* heads = permute(graph, matmul(graph, v, weights), {0, 2, 1, 3});
  return reshape(graph, cont(graph, heads),
                 {heads->shape[0] * heads->shape[1], heads->shape[2], 1, 1});
}

Tensor* attend(const StepContext& step, const KvSlots& slots, const AttendOptions& options,
               const Qkv& qkv, Tensor* mask) {
  Graph& graph = step.graph;
  const CellView& view = step.views[slots.window];
  if (mask == nullptr) mask = view.mask;
  Tensor* k = blocks_attend::store(step, view, slots.keys, qkv.keys);
  Tensor* v = blocks_attend::store(step, view, slots.values, qkv.values);
  Tensor* q = permute(graph, qkv.queries, {0, 2, 1, 3});
  if (step.flash_attention) return blocks_attend::attend_at_once(graph, q, k, v, mask, options);
  return attend_to(graph, q, k, permute(graph, v, {1, 0, 2, 3}), mask, options);
}

}  // namespace tern

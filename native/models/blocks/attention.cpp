#include "models/blocks/attention.h"

#include "ops/copy.h"
#include "ops/layout.h"
#include "ops/matmul.h"
#include "ops/set_rows.h"
#include "ops/softmax.h"

namespace tern {
namespace blocks_attention {

Tensor* split_heads(Graph& graph, Tensor* x, std::int64_t head, std::int64_t heads) {
  return reshape(graph, x, {head, heads, x->shape[1], 1});
}

Qkv project_apart(Graph& graph, const Attention& a, Tensor* x) {
  const Hparams& h = a.hparams;
  return {split_heads(graph, apply(graph, a.query, x), h.head_k, h.heads),
          split_heads(graph, apply(graph, a.key, x), h.head_k, h.heads_kv),
          split_heads(graph, apply(graph, a.value, x), h.head_v, h.heads_kv)};
}

/// A part of each row of a fused projection, cut into heads.
Tensor* take_heads(Graph& graph, Tensor* x, std::int64_t head, std::int64_t heads,
                   std::int64_t first_element) {
  const std::size_t head_bytes = row_bytes(x->type, head);
  const Strides stride{x->stride[0], head_bytes, x->stride[1], x->stride[2]};
  return view(graph, x, {head, heads, x->shape[1], 1}, stride, row_bytes(x->type, first_element));
}

Qkv project_fused(Graph& graph, const Attention& a, Tensor* x) {
  const Hparams& h = a.hparams;
  Tensor* all = apply(graph, a.qkv, x);
  return {take_heads(graph, all, h.head_k, h.heads, 0),
          take_heads(graph, all, h.head_k, h.heads_kv, h.heads * h.head_k),
          take_heads(graph, all, h.head_v, h.heads_kv, (h.heads + h.heads_kv) * h.head_k)};
}

Tensor* store(const StepContext& step, Tensor* cache, Tensor* x) {
  Graph& graph = step.graph;
  Tensor* flat = is_contiguous(*x) ? x : cont(graph, x);
  Tensor* rows = reshape(graph, flat, {x->shape[0] * x->shape[1], x->shape[2], 1, 1});
  return set_rows(graph, cache, rows, step.cells);
}

/// The visible part of a cache as [head size, cells, heads].
Tensor* visible(const StepContext& step, Tensor* cache, std::int64_t head, std::int64_t heads) {
  const std::size_t head_bytes = row_bytes(cache->type, head);
  const Strides stride{cache->stride[0], cache->stride[1], head_bytes,
                       head_bytes * static_cast<std::size_t>(heads)};
  return view(step.graph, cache, {head, step.visible_cells, heads, 1}, stride, 0);
}

Tensor* attend(const StepContext& step, const Hparams& h, Tensor* queries, Tensor* keys,
               Tensor* values) {
  Graph& graph = step.graph;
  Tensor* k = visible(step, keys, h.head_k, h.heads_kv);
  Tensor* v = permute(graph, visible(step, values, h.head_v, h.heads_kv), {1, 0, 2, 3});
  Tensor* q = permute(graph, queries, {0, 2, 1, 3});
  Tensor* weights = softmax(graph, matmul(graph, k, q), step.mask, h.attention_scale);
  Tensor* heads = permute(graph, matmul(graph, v, weights), {0, 2, 1, 3});
  return reshape(graph, cont(graph, heads), {h.head_v * h.heads, queries->shape[2], 1, 1});
}

Attention load_output(Weights& weights, const std::string& prefix, const Hparams& hparams) {
  Attention attention;
  attention.hparams = hparams;
  attention.output = load_linear(weights, prefix + "attn_output", hparams.heads * hparams.head_v,
                                 hparams.embedding, ScaleUse::before_bias);
  return attention;
}

}  // namespace blocks_attention

Attention load_attention(Weights& weights, const std::string& prefix, const Hparams& h) {
  Attention a = blocks_attention::load_output(weights, prefix, h);
  a.query = load_linear(weights, prefix + "attn_q", h.embedding, h.heads * h.head_k,
                        ScaleUse::before_bias);
  a.key = load_linear(weights, prefix + "attn_k", h.embedding, h.heads_kv * h.head_k,
                      ScaleUse::before_bias);
  a.value = load_linear(weights, prefix + "attn_v", h.embedding, h.heads_kv * h.head_v,
                        ScaleUse::before_bias);
  return a;
}

Attention load_fused_attention(Weights& weights, const std::string& prefix, const Hparams& h) {
  Attention a = blocks_attention::load_output(weights, prefix, h);
  a.fused = true;
  const std::int64_t width = (h.heads + h.heads_kv) * h.head_k + h.heads_kv * h.head_v;
  a.qkv = load_linear(weights, prefix + "attn_qkv", h.embedding, width, ScaleUse::before_bias);
  return a;
}

Tensor* apply(const StepContext& step, const Attention& a, std::size_t layer, Tensor* x) {
  using namespace blocks_attention;
  Qkv qkv = a.fused ? project_fused(step.graph, a, x) : project_apart(step.graph, a, x);
  if (a.rotary) {
    qkv.queries = apply(step.graph, *a.rotary, qkv.queries, step.positions);
    qkv.keys = apply(step.graph, *a.rotary, qkv.keys, step.positions);
  }
  Tensor* keys = store(step, step.cache[layer].keys, qkv.keys);
  Tensor* values = store(step, step.cache[layer].values, qkv.values);
  return apply(step.graph, a.output, attend(step, a.hparams, qkv.queries, keys, values));
}

}  // namespace tern

#include "core/ops/flash_attention.h"

#include "backends/gpu/attention_tiles.h"
#include "backends/gpu/copies.h"
#include "backends/gpu/slopes.h"
#include "kernels/args/flash_attention.h"

namespace tern {
namespace gpu_flash_attention {

bool supports(const Tensor& node) {
  return node.source[0] == nullptr || node.source[2]->shape[0] <= TN_FLASH_VALUES;
}

std::string kernel_for(Type type) { return "flash_attention_" + readable_type(type); }

/// Keys and values as a kernel reads them: what it does not know becomes floats first.
const Tensor& readable(Lowering& to, const Tensor& cache, bool is_known) {
  if (is_known) return cache;
  const Tensor& floats = to.scratch(Type::f32, cache.shape);
  lower_copy(to, cache, floats);
  return floats;
}

AttentionTiles tiles_of(const Lowering& to, const Tensor& node) {
  const Shape& q = node.source[0]->shape;
  const Shape& k = node.source[1]->shape;
  return attention_tiles(to.info(), {q[1], q[2] / k[2], k[2] * k[3], k[1], k[0]});
}

tn_flash_args args_of(const Tensor& node, const Tensor& k, const Tensor& v,
                      const AttentionTiles& cut) {
  const auto params = node.params<FlashAttentionParams>();
  const Tensor& q = *node.source[0];
  const Tensor* mask = node.source[3];
  tn_flash_args args{};
  args.q = layout_of(q);
  args.k = layout_of(k);
  args.v = layout_of(v);
  args.mask = layout_of(mask != nullptr ? *mask : q);
  args.y = layout_of(node);
  args.scale = params.scale;
  args.softcap = params.softcap;
  set_slopes(args, params.max_bias, q.shape[2]);
  args.has_mask = mask != nullptr ? 1 : 0;
  args.mask_is_half = mask != nullptr && mask->type == Type::f16 ? 1 : 0;
  args.has_sinks = node.source[4] != nullptr ? 1 : 0;
  args.rows = static_cast<tn_i32>(cut.rows);
  args.tiles = static_cast<tn_i32>(cut.tiles);
  args.steps = static_cast<tn_i32>(cut.steps);
  args.groups = static_cast<tn_i32>(cut.groups);
  return args;
}

void lower(Lowering& to, const Tensor& node) {
  const auto& [q, k, v, mask, sinks, a, b, c] = node.source;
  const bool is_known = k->type == v->type && to.has(kernel_for(k->type));
  const Tensor& keys = readable(to, *k, is_known);
  const Tensor& values = readable(to, *v, is_known);
  const AttentionTiles cut = tiles_of(to, node);
  const std::int64_t all = cut.tiles * k->shape[2] * k->shape[3];
  const bool whole = cut.groups == all;
  const Tensor& parts =
      whole ? node
            : to.scratch(Type::f32, {2 * cut.groups * cut.rows * (v->shape[0] + 2), 1, 1, 1});
  const tn_flash_args args = args_of(node, keys, values, cut);
  const Tensor* any_sinks = sinks != nullptr ? sinks : q;
  to.call(kernel_for(keys.type), args,
          {q, &keys, &values, mask != nullptr ? mask : q, any_sinks, q},
          std::vector<const Tensor*>{&node, &parts}, {cut.groups, 1, 1}, to.threads_for(256));
  if (!whole)
    to.call("flash_join", args, {&parts, any_sinks}, node, {all, 1, 1}, to.threads_for(256));
}

}  // namespace gpu_flash_attention

void register_gpu_flash_attention(GpuOpTable& table) {
  table.add(flash_attention_op, {gpu_flash_attention::lower, gpu_flash_attention::supports});
}

}  // namespace tern

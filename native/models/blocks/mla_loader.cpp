#include <cmath>
#include <optional>

#include "core/text.h"
#include "models/blocks/mla.h"

namespace tern {
namespace blocks_mla_loader {

void load_queries(Weights& weights, const std::string& prefix, const Hparams& h,
                  const NormConfig& norm, Mla& mla) {
  const MlaSizes& s = mla.sizes;
  if (s.query_rank == 0) {
    mla.query = load_linear(weights, prefix + "attn_q", h.embedding, s.heads * s.key);
    return;
  }
  mla.query_down = load_linear(weights, prefix + "attn_q_a", h.embedding, s.query_rank);
  mla.query_norm = load_norm(weights, prefix + "attn_q_a_norm", s.query_rank, norm);
  mla.query = load_linear(weights, prefix + "attn_q_b", s.query_rank, s.heads * s.key);
}

/// What turns the end of each head of `head` elements, as its token moves on.
std::optional<Turn> turn_at_end(const Mla& mla, std::int64_t head) {
  auto turn = turn_of(mla.rotary, head);
  if (turn) turn->params.offset = static_cast<std::int32_t>(head - mla.sizes.turned);
  return turn;
}

/// Where rope does not tell how keys follow their tokens, they cannot. Without rope they need not.
void make_movable(MemoryLayout& memory, MemorySlot keys, const Mla& mla, std::int64_t head) {
  if (mla.rotary.params.dims == 0) {
    memory.set_movable(keys);
  } else if (const auto turn = turn_at_end(mla, head)) {
    memory.set_movable(keys, turn);
  }
}

/// By heads where the file has it so, else in one matrix.
void load_ups(Weights& weights, MemoryLayout& memory, const std::string& prefix, std::int64_t layer,
              const Window& window, Mla& mla) {
  const MlaSizes& s = mla.sizes;
  const std::int64_t kept = s.key - s.turned;
  if (weights.has(prefix + "attn_kv_b.weight")) {
    mla.up = load_linear(weights, prefix + "attn_kv_b", s.latent, s.heads * (kept + s.value));
    mla.slots = add_kv(memory, layer, s.heads * s.key, s.heads * s.value, window);
    make_movable(memory, mla.slots.keys, mla, s.key);
    memory.set_movable(mla.slots.values);
    return;
  }
  mla.key_up = weights.require(prefix + "attn_k_b.weight", {kept, s.latent, s.heads, 1});
  mla.value_up = weights.require(prefix + "attn_v_b.weight", {s.latent, s.value, s.heads, 1});
  mla.rows = memory.add_cells(MemoryKind::latent, layer, s.latent + s.turned, window);
  make_movable(memory, mla.rows, mla, s.latent + s.turned);
}

/// How much longer queries get where the context was stretched by `factor`.
float growth(float factor, float weight) {
  return factor <= 1.0f ? 1.0f : 1.0f + 0.1f * weight * std::log(factor);
}

}  // namespace blocks_mla_loader

MlaSizes read_mla_sizes(const Metadata& metadata, const Hparams& h) {
  MlaSizes s;
  s.heads = h.heads;
  s.key = metadata.integer_or("attention.key_length_mla", 0);
  s.value = metadata.integer_or("attention.value_length_mla", 0);
  if (s.key == 0) s.key = h.head_k;
  if (s.value == 0) s.value = h.head_v;
  s.turned = metadata.integers("rope.dimension_count", 1).front();
  if (s.turned < 0 || s.turned > s.key)
    metadata.fail("rope.dimension_count", concat("0 to ", s.key), concat(s.turned));
  s.latent = metadata.positive("attention.kv_lora_rank");
  s.query_rank = metadata.integer_or("attention.q_lora_rank", 0);
  return s;
}

Mla load_mla(Weights& weights, MemoryLayout& memory, const std::string& prefix, std::int64_t layer,
             const Hparams& h, const MlaSizes& sizes, const NormConfig& norm, const Rotary& rotary,
             const Window& window) {
  using namespace blocks_mla_loader;
  Mla mla;
  mla.sizes = sizes;
  mla.rotary = rotary;
  mla.scale = 1.0f / std::sqrt(static_cast<float>(sizes.key));
  mla.window = static_cast<std::size_t>(memory.window(window));
  load_queries(weights, prefix, h, norm, mla);
  mla.down =
      load_linear(weights, prefix + "attn_kv_a_mqa", h.embedding, sizes.latent + sizes.turned);
  mla.row_norm = load_norm(weights, prefix + "attn_kv_a_norm", sizes.latent, norm);
  load_ups(weights, memory, prefix, layer, window, mla);
  mla.output = load_linear(weights, prefix + "attn_output", sizes.heads * sizes.value, h.embedding,
                           ScaleUse::before_bias);
  mla.output.bias = nullptr;
  return mla;
}

float read_mla_scale(const Metadata& metadata, const MlaSizes& sizes, Rotary& rotary) {
  using blocks_mla_loader::growth;
  RopeParams& p = rotary.params;
  // Files hold a tenth of it.
  const float weight = metadata.number_or("rope.scaling.yarn_log_multiplier", 0.0f) * 10.0f;
  const float factor = 1.0f / p.frequency_scale;
  const float full = 1.0f + 0.1f * std::log(factor);
  if (p.extrapolation != 0.0f && weight != 0.0f && metadata.prefix() != "deepseek2")
    p.magnitude *= growth(factor, 1.0f) / growth(factor, weight) / full;
  const float each = p.magnitude * full * (1.0f + 0.1f * weight * std::log(factor));
  return each * each / std::sqrt(static_cast<float>(sizes.key));
}

}  // namespace tern

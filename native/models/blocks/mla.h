#pragma once

#include <optional>
#include <string>

#include "models/base/hparams.h"
#include "models/blocks/attention.h"
#include "models/blocks/block.h"
#include "models/blocks/compressor.h"
#include "models/blocks/indexer.h"

namespace tern {

/// The sizes of multi-head latent attention.
struct MlaSizes {
  std::int64_t heads = 0;
  std::int64_t key = 0;         ///< elements of a head of queries, those that rope turns at its end
  std::int64_t turned = 0;      ///< elements that rope turns; 0: none
  std::int64_t value = 0;       ///< elements of a head of values
  std::int64_t latent = 0;      ///< elements that keys and values are made from
  std::int64_t query_rank = 0;  ///< elements that queries are made from; 0: of the embedding
};

/// Reads attention.{key,value}_length_mla, kv_lora_rank, q_lora_rank and rope.dimension_count.
MlaSizes read_mla_sizes(const Metadata& metadata, const Hparams& sizes);

/// Multi-head latent attention: keys and values of all heads are made from one short row per
/// token. Where key_up and value_up are apart, that row is all that is kept, and queries come to
/// it.
struct Mla {
  MlaSizes sizes;
  Linear query_down, query;  ///< "query" works on what "query_down" gives, if there is one
  Norm query_norm;
  Linear down;  ///< to the row, and behind it to the part of keys that rope turns
  Norm row_norm;
  Norm turned_norm;            ///< (optional) of that part
  Tensor* key_up = nullptr;    ///< [key - turned, latent, heads]
  Tensor* value_up = nullptr;  ///< [latent, value, heads]
  Linear up;                   ///< in place of both: to keys and values, head by head
  Linear gate;                 ///< (optional) its sigmoid weighs each head, or each element if it
                               ///< has so many rows
  Tensor* sinks = nullptr;     ///< (optional) [heads]
  Linear output;
  Rotary rotary;
  bool turns = true;  ///< else that part of keys stays as it is
  float scale = 1.0f;
  std::optional<Temperature> temperature;
  std::optional<Indexer> indexer;
  std::optional<Compressor> pool;  ///< (optional) makes the keys of an indexer that chooses runs
  bool uses_left_mask = false;     ///< of an earlier layer with an indexer
  MemorySlot rows = 0;             ///< where there is no "up"
  KvSlots slots;                   ///< where there is
  std::size_t window = 0;
};

/// Loads "<prefix>attn_q_a", "attn_q_b" (or "attn_q"), "attn_kv_a_mqa", "attn_k_b" and "attn_v_b"
/// (or "attn_kv_b"), "attn_output" and the norms.
Mla load_mla(Weights& weights, MemoryLayout& memory, const std::string& prefix, std::int64_t layer,
             const Hparams& h, const MlaSizes& sizes, const NormConfig& norm, const Rotary& rotary,
             const Window& window = {});

/// What YaRN does to the scale of attention where rope.scaling.yarn_log_multiplier is given; sets
/// the magnitude of rope.
float read_mla_scale(const Metadata& metadata, const MlaSizes& sizes, Rotary& rotary);

Tensor* apply(const StepContext& step, const Mla& mla, Tensor* x);

}  // namespace tern

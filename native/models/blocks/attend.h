#pragma once

#include <cstdint>

#include "models/base/architecture.h"

namespace tern {

/// Queries, keys and values of the tokens of a step: [head size, heads, tokens] each.
struct Qkv {
  Tensor* queries = nullptr;
  Tensor* keys = nullptr;
  Tensor* values = nullptr;
  Tensor* gate = nullptr;  ///< (optional) [head size * heads, tokens]: weighs what comes out
};

/// Where a layer keeps its keys and values.
struct KvSlots {
  MemorySlot keys = 0;
  MemorySlot values = 0;
  std::size_t window = 0;
};

/// Asks for memory: rows of so many elements per token.
KvSlots add_kv(MemoryLayout& memory, std::int64_t layer, std::int64_t key_width,
               std::int64_t value_width, const Window& window = {});

/// How queries and keys become weights.
struct AttendOptions {
  float scale = 1.0f;
  float cap_scale = 1.0f;   ///< of what goes into the cap
  float softcap = 0.0f;     ///< cap * tanh(x / cap) before the mask; 0: none
  float max_bias = 0.0f;    ///< of ALiBi; 0: none
  Tensor* sinks = nullptr;  ///< (optional) [heads]: takes a part of the weights, gives nothing
};

/// Stores keys and values, attends to what the window shows, or a mask in its place: [cells,
/// tokens]. Gives [head_v * heads, tokens].
Tensor* attend(const StepContext& step, const KvSlots& slots, const AttendOptions& options,
               const Qkv& qkv, Tensor* mask = nullptr);

/// The core of it: q [head_k, tokens, heads], k [head_k, cells, heads_kv], v [cells, head_v,
/// heads_kv], mask [cells, tokens].
Tensor* attend_to(Graph& graph, Tensor* q, Tensor* k, Tensor* v, Tensor* mask,
                  const AttendOptions& options);

}  // namespace tern

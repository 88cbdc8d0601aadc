#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "ops/flash_attention.h"
#include "tests/support/graph_runner.h"

namespace tern {

/// What a mask holds for cells that a token does not see.
inline constexpr float attention_hidden = -std::numeric_limits<float>::infinity();

struct AttentionCase {
  std::int64_t head_k, head_v, heads, key_heads, tokens, cells;
  std::int64_t sequences = 1;
  Type type = Type::f32;
  Type mask = Type::f32;
  bool has_mask = true;
  bool has_sinks = false;
  FlashAttentionParams params = {.scale = 0.0f};  ///< scale 0: as models have it
};

/// k and v as they are to be stored, and what is left of them.
struct AttentionValues {
  std::vector<float> q, stored_k, stored_v, mask, sinks, k, v;
};

/// Causal where there are more cells than tokens, with a distance that grows backwards.
inline std::vector<float> attention_mask(const AttentionCase& c) {
  std::vector<float> mask;
  for (std::int64_t token = 0; token < c.tokens; ++token) {
    const std::int64_t place = c.cells - c.tokens + token;
    for (std::int64_t cell = 0; cell < c.cells; ++cell)
      mask.push_back(cell > place ? attention_hidden : static_cast<float>(cell - place) / 16.0f);
  }
  return mask;
}

inline AttentionValues attention_values(const AttentionCase& c) {
  const auto some = [](std::int64_t n, unsigned seed) {
    return random_floats(static_cast<std::size_t>(n), seed);
  };
  const std::int64_t rows = c.cells * c.key_heads * c.sequences;
  AttentionValues v{some(c.head_k * c.tokens * c.heads * c.sequences, 1),
                    some(c.head_k * rows, 2),
                    some(c.head_v * rows, 3),
                    round_trip(c.mask, attention_mask(c)),
                    some(c.heads, 4),
                    {},
                    {}};
  v.k = round_trip(c.type, v.stored_k);
  v.v = round_trip(c.type, v.stored_v);
  return v;
}

/// Straight from the paper on ALiBi.
inline double alibi_slope(const AttentionCase& c, std::int64_t head) {
  if (c.params.max_bias == 0.0f) return 1.0;
  const double regular = std::exp2(std::floor(std::log2(static_cast<double>(c.heads))));
  const auto h = static_cast<double>(head);
  if (h < regular) return std::pow(std::exp2(-c.params.max_bias / regular), h + 1);
  return std::pow(std::exp2(-c.params.max_bias / 2.0 / regular), 2.0 * (h - regular) + 1.0);
}

struct AttentionRow {
  std::int64_t token, head, sequence;
};

inline double attention_logit(const AttentionCase& c, const AttentionValues& v,
                              const AttentionRow& row, std::int64_t cell) {
  const std::int64_t key_head = row.head / (c.heads / c.key_heads);
  const std::int64_t q = ((row.sequence * c.heads + row.head) * c.tokens + row.token) * c.head_k;
  const std::int64_t k = ((row.sequence * c.key_heads + key_head) * c.cells + cell) * c.head_k;
  double x = 0.0;
  for (std::int64_t i = 0; i < c.head_k; ++i)
    x += static_cast<double>(v.q[static_cast<std::size_t>(q + i)]) *
         v.k[static_cast<std::size_t>(k + i)];
  x *= c.params.scale;
  const double cap = c.params.softcap;
  if (cap != 0.0) x = cap * std::tanh(x / cap);
  if (!c.has_mask) return x;
  return x +
         alibi_slope(c, row.head) * v.mask[static_cast<std::size_t>(row.token * c.cells + cell)];
}

inline void add_attention_row(const AttentionCase& c, const AttentionValues& v,
                              const AttentionRow& row, std::vector<float>& result) {
  const std::int64_t key_head = row.head / (c.heads / c.key_heads);
  std::vector<double> sums(static_cast<std::size_t>(c.head_v));
  double total = c.has_sinks ? std::exp(v.sinks[static_cast<std::size_t>(row.head)]) : 0.0;
  for (std::int64_t cell = 0; cell < c.cells; ++cell) {
    const double power = std::exp(attention_logit(c, v, row, cell));
    total += power;
    const std::int64_t at = ((row.sequence * c.key_heads + key_head) * c.cells + cell) * c.head_v;
    for (std::size_t i = 0; i < sums.size(); ++i)
      sums[i] += power * v.v[static_cast<std::size_t>(at) + i];
  }
  for (const double sum : sums)
    result.push_back(total == 0.0 ? 0.0f : static_cast<float>(sum / total));
}

inline std::vector<float> attention_by_definition(const AttentionCase& c,
                                                  const AttentionValues& v) {
  std::vector<float> result;
  for (std::int64_t sequence = 0; sequence < c.sequences; ++sequence)
    for (std::int64_t token = 0; token < c.tokens; ++token)
      for (std::int64_t head = 0; head < c.heads; ++head)
        add_attention_row(c, v, {token, head, sequence}, result);
  return result;
}

inline FlashAttention attention_operands(GraphRunner& runner, const AttentionCase& c,
                                         const AttentionValues& v) {
  const auto cache = [&](std::int64_t head, const std::vector<float>& floats) {
    return runner.floats({head, c.cells, c.key_heads, c.sequences}, floats, c.type);
  };
  return {.queries = runner.floats({c.head_k, c.tokens, c.heads, c.sequences}, v.q),
          .keys = cache(c.head_k, v.stored_k),
          .values = cache(c.head_v, v.stored_v),
          .mask = c.has_mask ? runner.floats({c.cells, c.tokens, 1, 1}, v.mask, c.mask) : nullptr,
          .sinks = c.has_sinks ? runner.floats({c.heads, 1, 1, 1}, v.sinks) : nullptr};
}

}  // namespace tern

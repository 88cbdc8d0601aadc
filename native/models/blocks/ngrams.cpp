#include "models/blocks/ngrams.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "core/ops/unary.h"
#include "models/blocks/states.h"
#include "ops/binary.h"
#include "ops/concat.h"
#include "ops/copy.h"
#include "ops/get_rows.h"
#include "ops/layout.h"
#include "ops/matmul.h"
#include "ops/parametric.h"
#include "ops/reduce.h"
#include "ops/repeat.h"
#include "ops/scale.h"
#include "ops/unary.h"

namespace tern {

void NgramHash::append_rows(std::vector<std::int32_t> last, std::vector<std::int32_t>& to) const {
  bool is_hidden = false;
  for (std::size_t i = 1; i < last.size(); ++i) {
    is_hidden = is_hidden || last[i] < 0 || last[i] == end;
    if (is_hidden) last[i] = end;
  }
  const auto mixed = [&](std::size_t i) {
    return static_cast<std::uint64_t>(last[i]) * multipliers[i];
  };
  std::uint64_t sum = mixed(0);
  for (std::size_t i = 1, head = 0; i < last.size(); ++i) {
    sum ^= mixed(i);
    for (std::int64_t j = 0; j < heads_each; ++j, ++head)
      to.push_back(static_cast<std::int32_t>(sum % rows[head] + first[head]));
  }
}

namespace blocks_ngrams {

using Tokens = std::vector<std::int32_t>;

/// The last tokens up to number i of the step, the last one first. Those of each sequence come one
/// after another; those before them are known.
Tokens last_tokens(const NgramHash& hash, std::span<const BatchEntry> entries,
                   const std::vector<Tokens>& before, std::size_t i) {
  const std::size_t each = entries.size() / before.size();
  const Tokens& known = before[i / each];
  Tokens last;
  for (std::size_t back = 0; back < static_cast<std::size_t>(hash.size); ++back) {
    const bool is_here = back <= i % each;
    const std::size_t missing = is_here ? 0 : back - i % each;
    const bool is_known = missing <= known.size();
    last.push_back(is_here ? entries[i - back].token
                           : (is_known ? known[known.size() - missing] : -1));
  }
  return last;
}

Tokens rows_of(const NgramHash& hash, std::span<const BatchEntry> entries,
               const std::vector<Tokens>& before) {
  Tokens rows;
  for (std::size_t i = 0; i < entries.size(); ++i)
    hash.append_rows(last_tokens(hash, entries, before, i), rows);
  return rows;
}

/// [width, tokens]
Tensor* look_up(const StepContext& step, const NgramEmbedding& e) {
  const std::int64_t heads = e.hash.heads();
  const auto fill = [hash = e.hash, before = step.sequences.before](
                        std::span<const BatchEntry> entries, std::span<std::byte> bytes) {
    std::memcpy(bytes.data(), rows_of(hash, entries, before).data(), bytes.size());
  };
  Tensor* rows = step.input(Type::i32, {heads * step.count, 1, 1, 1}, "rows of n-grams", fill);
  return reshape(step.graph, get_rows(step.graph, e.table, rows),
                 {e.streams.width, step.count, 1, 1});
}

/// How far each stream lets the value in: [1, count, tokens].
Tensor* gates(Graph& graph, const NgramEmbedding& e, Tensor* key, Tensor* x) {
  const std::int64_t width = e.streams.width;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  key = norm_streams(graph, e.streams, e.key_norm, key);
  Tensor* query = norm_streams(graph, e.streams, e.query_norm, x);
  Tensor* product =
      reshape(graph, mul(graph, key, query), {width, e.streams.count, x->shape[1], 1});
  Tensor* fit = scale(graph, sum_rows(graph, product), 1.0f / std::sqrt(static_cast<float>(width)));
  Tensor* size = unary(graph, sqrt_op, clamp(graph, unary(graph, abs_op, fit), 1e-6f, infinity));
  return unary(graph, sigmoid_op, mul(graph, unary(graph, sgn_op, fit), size));
}

/// Columns of the tokens behind those that were kept, [kept + tokens, width * count, sequences];
/// the last ones are kept in turn.
Tensor* join(const StepContext& step, const NgramEmbedding& e, std::int64_t kept, Tensor* x) {
  Graph& graph = step.graph;
  const auto [channels, tokens, sequences, one] = x->shape;
  const Shape shape{kept, channels, sequences, 1};
  Tensor* before = reshape(graph, load_states(step, e.slot), shape);
  Tensor* all = concat_tensors(graph, before, cont(graph, permute(graph, x, {1, 0, 2, 3})), 0);
  store_states(step, e.slot, view(graph, all, shape, all->stride, row_bytes(all->type, tokens)));
  return all;
}

/// x: [width * count, tokens]. A tap reads what came `size` tokens before that of the next one.
Tensor* convolve(const StepContext& step, const NgramEmbedding& e, Tensor* x) {
  Graph& graph = step.graph;
  const std::int64_t taps = e.kernel->shape[0];
  const std::int64_t channels = x->shape[0];
  Tensor* all = join(step, e, (taps - 1) * e.hash.size, by_sequence(step, x));
  const Shape shape{tokens_each(step), channels, step.sequences.count, 1};
  Tensor* sum = nullptr;
  for (std::int64_t tap = 0; tap < taps; ++tap) {
    Tensor* weight = view(graph, e.kernel, {1, channels, 1, 1}, e.kernel->stride,
                          row_bytes(e.kernel->type, tap));
    const std::size_t offset = row_bytes(all->type, tap * e.hash.size);
    Tensor* term =
        mul(graph, view(graph, all, shape, all->stride, offset), cont(graph, weight, Type::f32));
    sum = sum == nullptr ? term : add(graph, sum, term);
  }
  sum = unary(graph, silu_op, cont(graph, permute(graph, sum, {1, 0, 2, 3})));
  return reshape(graph, sum, x->shape);
}

}  // namespace blocks_ngrams

Tensor* apply(const StepContext& step, const NgramEmbedding& e, Tensor* x) {
  using namespace blocks_ngrams;
  Graph& graph = step.graph;
  const std::int64_t width = e.streams.width;
  const Shape shape{width, e.streams.count, step.count, 1};
  Tensor* found = look_up(step, e);
  Tensor* gate = gates(graph, e, matmul(graph, e.key, found), x);
  Tensor* value = reshape(graph, matmul(graph, e.value, found), {width, 1, step.count, 1});
  value = reshape(graph, mul(graph, repeat(graph, value, shape), gate), x->shape);
  Tensor* normed = norm_streams(graph, e.streams, e.value_norm, value);
  return add(graph, x, add(graph, value, convolve(step, e, normed)));
}

}  // namespace tern

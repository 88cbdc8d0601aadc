#include "ops/flash_attention.h"

#include <cmath>
#include <limits>

#include "ops/layout.h"
#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_flash_attention_test {

constexpr float hidden = -std::numeric_limits<float>::infinity();

struct Case {
  std::int64_t head_k, head_v, heads, key_heads, tokens, cells;
  std::int64_t sequences = 1;
  Type type = Type::f32;
  Type mask = Type::f32;
  bool has_mask = true;
  bool has_sinks = false;
  FlashAttentionParams params = {.scale = 0.0f};  ///< scale 0: as models have it
};

/// k and v as they are to be stored, and what is left of them.
struct Values {
  std::vector<float> q, stored_k, stored_v, mask, sinks, k, v;
};

/// Causal where there are more cells than tokens, with a distance that grows backwards.
std::vector<float> make_mask(const Case& c) {
  std::vector<float> mask;
  for (std::int64_t token = 0; token < c.tokens; ++token) {
    const std::int64_t place = c.cells - c.tokens + token;
    for (std::int64_t cell = 0; cell < c.cells; ++cell)
      mask.push_back(cell > place ? hidden : static_cast<float>(cell - place) / 16.0f);
  }
  return mask;
}

Values values(const Case& c) {
  const auto some = [](std::int64_t n, unsigned seed) {
    return random_floats(static_cast<std::size_t>(n), seed);
  };
  const std::int64_t rows = c.cells * c.key_heads * c.sequences;
  Values v{some(c.head_k * c.tokens * c.heads * c.sequences, 1),
           some(c.head_k * rows, 2),
           some(c.head_v * rows, 3),
           round_trip(c.mask, make_mask(c)),
           some(c.heads, 4),
           {},
           {}};
  v.k = round_trip(c.type, v.stored_k);
  v.v = round_trip(c.type, v.stored_v);
  return v;
}

/// Straight from the paper on ALiBi.
double slope(const Case& c, std::int64_t head) {
  if (c.params.max_bias == 0.0f) return 1.0;
  const double regular = std::exp2(std::floor(std::log2(static_cast<double>(c.heads))));
  const auto h = static_cast<double>(head);
  if (h < regular) return std::pow(std::exp2(-c.params.max_bias / regular), h + 1);
  return std::pow(std::exp2(-c.params.max_bias / 2.0 / regular), 2.0 * (h - regular) + 1.0);
}

struct Row {
  std::int64_t token, head, sequence;
};

double logit(const Case& c, const Values& v, const Row& row, std::int64_t cell) {
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
  return x + slope(c, row.head) * v.mask[static_cast<std::size_t>(row.token * c.cells + cell)];
}

void add_row(const Case& c, const Values& v, const Row& row, std::vector<float>& result) {
  const std::int64_t key_head = row.head / (c.heads / c.key_heads);
  std::vector<double> sums(static_cast<std::size_t>(c.head_v));
  double total = c.has_sinks ? std::exp(v.sinks[static_cast<std::size_t>(row.head)]) : 0.0;
  for (std::int64_t cell = 0; cell < c.cells; ++cell) {
    const double power = std::exp(logit(c, v, row, cell));
    total += power;
    const std::int64_t at = ((row.sequence * c.key_heads + key_head) * c.cells + cell) * c.head_v;
    for (std::size_t i = 0; i < sums.size(); ++i)
      sums[i] += power * v.v[static_cast<std::size_t>(at) + i];
  }
  for (const double sum : sums)
    result.push_back(total == 0.0 ? 0.0f : static_cast<float>(sum / total));
}

std::vector<float> reference(const Case& c, const Values& v) {
  std::vector<float> result;
  for (std::int64_t sequence = 0; sequence < c.sequences; ++sequence)
    for (std::int64_t token = 0; token < c.tokens; ++token)
      for (std::int64_t head = 0; head < c.heads; ++head)
        add_row(c, v, {token, head, sequence}, result);
  return result;
}

FlashAttention operands(GraphRunner& runner, const Case& c, const Values& v) {
  const auto cache = [&](std::int64_t head, const std::vector<float>& floats) {
    return runner.floats({head, c.cells, c.key_heads, c.sequences}, floats, c.type);
  };
  return {.queries = runner.floats({c.head_k, c.tokens, c.heads, c.sequences}, v.q),
          .keys = cache(c.head_k, v.stored_k),
          .values = cache(c.head_v, v.stored_v),
          .mask = c.has_mask ? runner.floats({c.cells, c.tokens, 1, 1}, v.mask, c.mask) : nullptr,
          .sinks = c.has_sinks ? runner.floats({c.heads, 1, 1, 1}, v.sinks) : nullptr};
}

std::vector<float> compute(const Case& c, const Values& v, int threads) {
  GraphRunner runner(threads);
  return runner.compute(flash_attention(runner.graph(), operands(runner, c, v), c.params));
}

void compare(Case c) {
  if (c.params.scale == 0.0f) c.params.scale = 1.0f / std::sqrt(static_cast<float>(c.head_k));
  const Values v = values(c);
  CHECK_ALL_NEAR(compute(c, v, 2), reference(c, v), 3e-6);
}

void agrees_for_all_sizes_of_heads() {
  for (const std::int64_t head : {8, 40, 64, 72, 80, 96, 128, 192, 256, 576, 3}) {
    compare({head, head, 2, 2, 5, 70});
    compare({head, head, 4, 1, 1, 9});
  }
  compare({192, 128, 4, 2, 3, 65});
  compare({576, 512, 16, 1, 2, 130});
}

void agrees_for_shared_keys() {
  for (const std::int64_t group : {1, 2, 3, 4, 8, 16, 71}) {
    compare({16, 16, group * 2, 2, 1, 100});
    compare({16, 16, group, 1, 7, 33});
  }
}

void agrees_for_several_sequences() {
  compare({32, 32, 4, 2, 3, 40, 3});
  compare({32, 32, 4, 2, 40, 40, 2});
}

void agrees_for_every_type_of_cache() {
  for (const Type type : {Type::f16, Type::bf16, Type::q8_0, Type::q4_0, Type::q4_1, Type::q5_0,
                          Type::q5_1, Type::iq4_nl})
    compare({64, 96, 4, 2, 5, 70, 1, type, Type::f16});
}

void agrees_with_options() {
  compare({16, 16, 4, 2, 6, 90, 1, Type::f32, Type::f32, false});
  compare({16, 16, 4, 2, 6, 90, 1, Type::f32, Type::f32, true, true});
  compare({16, 16, 4, 2, 1, 90, 1, Type::f32, Type::f32, false, true});
  const FlashAttentionParams cap{.scale = 0.5f, .softcap = 3.0f};
  compare({16, 16, 4, 2, 6, 90, 1, Type::f32, Type::f16, true, true, cap});
  const FlashAttentionParams alibi{.scale = 0.0f, .max_bias = 8.0f};
  for (const std::int64_t heads : {4, 6, 12})
    compare({16, 16, heads, 2, 6, 90, 1, Type::f32, Type::f32, true, false, alibi});
}

void agrees_for_long_caches() {
  compare({16, 24, 2, 1, 1, 5000});
  compare({16, 16, 4, 2, 2, 2049, 2, Type::f16, Type::f16, true, true});
}

void is_the_same_with_any_number_of_threads() {
  for (Case c : {Case{32, 32, 4, 1, 1, 5000}, Case{32, 32, 4, 2, 21, 100}}) {
    c.params.scale = 0.25f;
    const Values v = values(c);
    const auto one = compute(c, v, 1);
    for (const int threads : {2, 3, 7}) CHECK(compute(c, v, threads) == one);
  }
}

void gives_zeros_where_all_is_masked() {
  Case c{8, 8, 2, 1, 2, 70};
  c.params.scale = 0.25f;
  Values v = values(c);
  std::fill_n(v.mask.begin(), 70, hidden);
  const auto result = compute(c, v, 1);
  CHECK_ALL_NEAR(result, reference(c, v), 3e-6);
  CHECK_EQUAL(result[0], 0.0f);
}

/// As caches hold them: the heads of a cell side by side.
void reads_permuted_operands() {
  Case c{16, 16, 4, 2, 3, 50};
  c.params.scale = 0.25f;
  const Values v = values(c);
  GraphRunner runner;
  Graph& g = runner.graph();
  FlashAttention a = operands(runner, c, v);
  const auto turned = [&](Tensor* x) {
    const auto [head, rows, heads, sequences] = x->shape;
    std::vector<float> floats;
    const std::vector<float>& from = x == a.queries ? v.q : x == a.keys ? v.k : v.v;
    for (std::int64_t row = 0; row < rows; ++row)
      for (std::int64_t h = 0; h < heads; ++h)
        for (std::int64_t i = 0; i < head; ++i)
          floats.push_back(from[static_cast<std::size_t>((h * rows + row) * head + i)]);
    return permute(g, runner.floats({head, heads, rows, 1}, floats), {0, 2, 1, 3});
  };
  a = {turned(a.queries), turned(a.keys), turned(a.values), a.mask, nullptr};
  CHECK_ALL_NEAR(runner.compute(flash_attention(g, a, c.params)), reference(c, v), 3e-6);
}

void refuses_what_does_not_fit() {
  const Case c{8, 8, 4, 2, 3, 10, 2};
  GraphRunner runner;
  Graph& g = runner.graph();
  const FlashAttention right = operands(runner, c, values(c));
  const auto input = [&](const Shape& shape, Type type = Type::f32) {
    return g.input(type, shape, "t");
  };
  FlashAttention a = right;
  a.keys = input({8, 10, 3, 2});
  CHECK_THROWS(GraphError,
               "[flash_attention] expected heads and sequences that fit input: F32 [8, 3, 4, 2], "
               "got t: F32 [8, 10, 3, 2]",
               flash_attention(g, a, {}));
  a.keys = input({16, 10, 2, 2});
  CHECK_THROWS(GraphError, "expected keys as long as", flash_attention(g, a, {}));
  a.keys = input({8, 10, 2, 2}, Type::i32);
  CHECK_THROWS(GraphError, "expected keys and values of floats", flash_attention(g, a, {}));
  a = right;
  a.values = input({8, 11, 2, 2});
  CHECK_THROWS(GraphError, "expected values that fit", flash_attention(g, a, {}));
  a = right;
  a.mask = input({9, 3, 1, 1});
  CHECK_THROWS(GraphError, "expected a mask that fits", flash_attention(g, a, {}));
  a.mask = input({10, 3, 3, 1});
  CHECK_THROWS(GraphError, "expected a mask that fits", flash_attention(g, a, {}));
  a.mask = input({10, 3, 1, 1}, Type::bf16);
  CHECK_THROWS(GraphError, "a mask of type F32 or F16, got t: BF16", flash_attention(g, a, {}));
  a = right;
  a.sinks = input({3, 1, 1, 1});
  CHECK_THROWS(GraphError, "a sink for each of 4 heads, got t: F32 [3]", flash_attention(g, a, {}));
  a = right;
  a.mask = nullptr;
  CHECK_THROWS(GraphError, "a mask with ALiBi, got none",
               flash_attention(g, a, {.max_bias = 8.0f}));
  CHECK_THROWS(GraphError, "a softcap >= 0, got -1", flash_attention(g, a, {.softcap = -1.0f}));
}

}  // namespace ops_flash_attention_test

void test_ops_flash_attention(TestTable& tests) {
  using namespace ops_flash_attention_test;
  const auto add = [&](const char* name, void (*body)()) {
    tests.add("ops_flash_attention", name, body);
  };
  add("agrees for all sizes of heads", agrees_for_all_sizes_of_heads);
  add("agrees for shared keys", agrees_for_shared_keys);
  add("agrees for several sequences", agrees_for_several_sequences);
  add("agrees for every type of cache", agrees_for_every_type_of_cache);
  add("agrees with options", agrees_with_options);
  add("agrees for long caches", agrees_for_long_caches);
  add("is the same with any number of threads", is_the_same_with_any_number_of_threads);
  add("gives zeros where all is masked", gives_zeros_where_all_is_masked);
  add("reads permuted operands", reads_permuted_operands);
  add("refuses what does not fit", refuses_what_does_not_fit);
}

}  // namespace tern

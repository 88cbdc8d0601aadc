#include "ops/flash_attention.h"

#include <algorithm>
#include <cmath>

#include "ops/layout.h"
#include "tern/error.h"
#include "tests/support/attention_definition.h"
#include "tests/support/check.h"

namespace tern {
namespace ops_flash_attention_test {

std::vector<float> compute(const AttentionCase& c, const AttentionValues& v, int threads) {
  GraphRunner runner(threads);
  return runner.compute(
      flash_attention(runner.graph(), attention_operands(runner, c, v), c.params));
}

void compare(AttentionCase c) {
  if (c.params.scale == 0.0f) c.params.scale = 1.0f / std::sqrt(static_cast<float>(c.head_k));
  const AttentionValues v = attention_values(c);
  CHECK_ALL_NEAR(compute(c, v, 2), attention_by_definition(c, v), 3e-6);
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
  for (AttentionCase c :
       {AttentionCase{32, 32, 4, 1, 1, 5000}, AttentionCase{32, 32, 4, 2, 21, 100}}) {
    c.params.scale = 0.25f;
    const AttentionValues v = attention_values(c);
    const auto one = compute(c, v, 1);
    for (const int threads : {2, 3, 7}) CHECK(compute(c, v, threads) == one);
  }
}

void gives_zeros_where_all_is_masked() {
  AttentionCase c{8, 8, 2, 1, 2, 70};
  c.params.scale = 0.25f;
  AttentionValues v = attention_values(c);
  std::fill_n(v.mask.begin(), 70, attention_hidden);
  const auto result = compute(c, v, 1);
  CHECK_ALL_NEAR(result, attention_by_definition(c, v), 3e-6);
  CHECK_EQUAL(result[0], 0.0f);
}

/// As caches hold them: the heads of a cell side by side.
void reads_permuted_operands() {
  AttentionCase c{16, 16, 4, 2, 3, 50};
  c.params.scale = 0.25f;
  const AttentionValues v = attention_values(c);
  GraphRunner runner;
  Graph& g = runner.graph();
  FlashAttention a = attention_operands(runner, c, v);
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
  CHECK_ALL_NEAR(runner.compute(flash_attention(g, a, c.params)), attention_by_definition(c, v),
                 3e-6);
}

void refuses_what_does_not_fit() {
  const AttentionCase c{8, 8, 4, 2, 3, 10, 2};
  GraphRunner runner;
  Graph& g = runner.graph();
  const FlashAttention right = attention_operands(runner, c, attention_values(c));
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

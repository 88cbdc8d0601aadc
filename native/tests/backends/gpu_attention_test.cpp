#include <limits>

#include "backends/gpu/attention_tiles.h"
#include "ops/flash_attention.h"
#include "tests/support/check.h"
#include "tests/support/compute_on.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace backends_gpu_attention_test {

const GpuInfo ampere{"a", 32, GpuFamily::nvidia, 80, 100};
const GpuInfo ada{"b", 32, GpuFamily::nvidia, 89, 100};
const GpuInfo rdna{"c", 32, GpuFamily::amd, 1100, 96};
const GpuInfo cdna{"d", 64, GpuFamily::amd, 942, 100};

void tiles_take_heads_that_share_keys() {
  for (const auto& [share, heads] :
       std::initializer_list<std::pair<int, int>>{{1, 1}, {2, 2}, {3, 4}, {6, 8}, {8, 8}, {20, 8}})
    CHECK_EQUAL(heads_of_tile(ada, share), heads);
  // Waste costs more there.
  for (const auto& [share, heads] :
       std::initializer_list<std::pair<int, int>>{{6, 2}, {12, 4}, {20, 4}, {16, 8}, {3, 4}})
    CHECK_EQUAL(heads_of_tile(rdna, share), heads);
}

void groups_share_steps_by_generation() {
  CHECK(shares_steps(ada, 200, 200, 128));
  CHECK(!shares_steps(ampere, 200, 200, 128));
  CHECK(shares_steps(rdna, 200, 200, 64));
  CHECK(!shares_steps(rdna, 200, 200, 128));
  CHECK(!shares_steps(cdna, 200, 200, 64));
  // The last wave has one tile: about half of the device has nothing to do.
  CHECK(shares_steps(ampere, 201, 200, 128));
  // Three quarters are enough, less is not.
  CHECK(!shares_steps(ampere, 150, 200, 128));
  CHECK(shares_steps(ampere, 149, 200, 128));
}

void sharing_groups_are_as_many_as_run_at_once() {
  CHECK_EQUAL(sharing_groups(3, 100, 200), 198);  // 66 for each: only two are left out
  CHECK_EQUAL(sharing_groups(150, 100, 200), 200);
  CHECK_EQUAL(sharing_groups(2, 4, 200), 8);  // no more than steps
}

void attention_without_processors_takes_whole_tiles() {
  const AttentionWork work{.tokens = 40, .share = 4, .lanes = 6, .cells = 100, .head = 64};
  const AttentionTiles cut = attention_tiles({"e"}, work);
  CHECK_EQUAL(cut.rows, 16);
  CHECK_EQUAL(cut.tiles, 10);
  CHECK_EQUAL(cut.steps, 4);
  CHECK_EQUAL(cut.groups, 60);
  const AttentionTiles one = attention_tiles(ada, {.tokens = 1, .lanes = 2, .cells = 6400});
  CHECK_EQUAL(one.rows, 1);
  CHECK_EQUAL(one.groups, 200);
}

/// A token sees up to four cells for each before it, but none of the first 40: the first tokens see
/// nothing, and whole steps are hidden from whole tiles.
std::vector<float> causal_mask(std::size_t cells, std::size_t tokens) {
  std::vector<float> mask(cells * tokens, -std::numeric_limits<float>::infinity());
  for (std::size_t token = 0; token < tokens; ++token) {
    for (std::size_t cell = 40; cell < cells && cell <= 4 * token; ++cell)
      mask[token * cells + cell] = 0.0f;
  }
  return mask;
}

std::vector<float> attention(Backend& backend, bool with_sinks) {
  constexpr std::int64_t cells = 170;
  constexpr std::int64_t tokens = 40;
  Graph graph;
  Tensor* q = graph.input(Type::f32, {64, tokens, 2, 1}, "q");
  Tensor* k = graph.input(Type::f32, {64, cells, 1, 1}, "k");
  Tensor* v = graph.input(Type::f32, {64, cells, 1, 1}, "v");
  Tensor* sinks = graph.input(Type::f32, {2, 1, 1, 1}, "sinks");
  Tensor* mask = graph.input(Type::f32, {cells, tokens, 1, 1}, "mask");
  Tensor* y = flash_attention(graph, {q, k, v, mask, with_sinks ? sinks : nullptr}, {0.125f});
  for (Tensor* tensor : {q, k, v, sinks, mask, y}) graph.mark_output(tensor);
  const std::vector<float> never(64 * tokens * 2, std::numeric_limits<float>::quiet_NaN());
  return compute_on(backend, graph,
                    {{q, random_floats(64 * tokens * 2, 1)},
                     {k, random_floats(64 * cells, 2)},
                     {v, random_floats(64 * cells, 3)},
                     {sinks, random_floats(2, 4)},
                     {mask, causal_mask(cells, tokens)},
                     {y, never}},
                    *y);
}

void attention_leaves_out_what_nobody_sees() {
  for (const bool with_sinks : {false, true}) {
    const auto expected = attention(*backend_table().make("cpu", {}), with_sinks);
    CHECK_EQUAL(expected[0], 0.0f);
    for (const std::string& name : backend_table().names())
      CHECK_ALL_NEAR(attention(*backend_table().make(name, {}), with_sinks), expected, 1e-5);
  }
}

}  // namespace backends_gpu_attention_test

void test_backends_gpu_attention(TestTable& tests) {
  using namespace backends_gpu_attention_test;
  const auto add = [&](const char* name, void (*body)()) {
    tests.add("backends_gpu_attention", name, body);
  };
  add("tiles take heads that share keys", tiles_take_heads_that_share_keys);
  add("groups share steps by generation", groups_share_steps_by_generation);
  add("sharing groups are as many as run at once", sharing_groups_are_as_many_as_run_at_once);
  add("attention without processors takes whole tiles",
      attention_without_processors_takes_whole_tiles);
  add("attention leaves out what nobody sees", attention_leaves_out_what_nobody_sees);
}

}  // namespace tern

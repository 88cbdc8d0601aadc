#include <cmath>

#include "models/blocks/experts.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace models_routing_test {

using Values = std::vector<float>;

float sigmoid(float x) { return 1.0f / (1.0f + std::exp(-x)); }

/// Four experts of which each gives ten times its number for the input 1.
Experts four_experts(GraphRunner& runner) {
  Experts experts;
  experts.count = 4;
  experts.used = 2;
  experts.gating = Gating::sigmoid;
  experts.normalize = false;
  experts.activation = Activation::relu;
  experts.up.weight = runner.floats({1, 1, 4, 1}, {1, 1, 1, 1});
  experts.down.weight = runner.floats({1, 1, 4, 1}, {10, 20, 30, 40});
  return experts;
}

Values route(GraphRunner& runner, const Experts& experts, const Values& logits) {
  const auto tokens = static_cast<std::int64_t>(logits.size()) / 4;
  Tensor* x = runner.floats({1, tokens, 1, 1}, Values(static_cast<std::size_t>(tokens), 1.0f));
  Tensor* scores = runner.floats({4, tokens, 1, 1}, logits);
  return runner.compute(run_routed(runner.graph(), experts, x, scores));
}

void takes_the_best_experts() {
  GraphRunner runner;
  const Experts experts = four_experts(runner);
  CHECK_ALL_NEAR(route(runner, experts, {2, 1, 3, -5}), (Values{sigmoid(2) * 10 + sigmoid(3) * 30}),
                 1e-4);
}

void takes_them_from_the_best_groups() {
  GraphRunner runner;
  Experts experts = four_experts(runner);
  experts.groups = 2;
  experts.groups_used = 1;
  // The best expert of the first token is in the group whose two best are worse.
  CHECK_ALL_NEAR(route(runner, experts, {2, 1, 3, -5, 0, 0, 1, 1}),
                 (Values{sigmoid(2) * 10 + sigmoid(1) * 20, sigmoid(1) * 70}), 1e-4);
}

void chooses_by_the_bias_and_weighs_without() {
  GraphRunner runner;
  Experts experts = four_experts(runner);
  experts.used = 1;
  experts.selection_bias = runner.floats({4, 1, 1, 1}, {0, 0, 0, 9});
  experts.scale = 2.0f;
  CHECK_ALL_NEAR(route(runner, experts, {2, 1, 3, -1}), (Values{2 * sigmoid(-1) * 40}), 1e-4);
}

void makes_weights_add_up_to_one() {
  GraphRunner runner;
  Experts experts = four_experts(runner);
  experts.normalize = true;
  CHECK_ALL_NEAR(route(runner, experts, {-9, 1, 1, -9}), (Values{25}), 1e-4);
}

}  // namespace models_routing_test

void test_models_routing(TestTable& tests) {
  using namespace models_routing_test;
  tests.add("models_routing", "takes the best experts", takes_the_best_experts);
  tests.add("models_routing", "takes them from the best groups", takes_them_from_the_best_groups);
  tests.add("models_routing", "chooses by the bias and weighs without",
            chooses_by_the_bias_and_weighs_without);
  tests.add("models_routing", "makes weights add up to one", makes_weights_add_up_to_one);
}

}  // namespace tern

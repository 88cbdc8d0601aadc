#include "models/blocks/linear.h"
#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/gguf_writer.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace models_scale_use_test {

using Values = std::vector<float>;

Values compute(ScaleUse use) {
  GgufWriter writer;
  writer.floats("w.weight", {2, 2}, {1, 0, 0, 2});
  writer.floats("w.bias", {2}, {10, 20});
  writer.floats("w.scale", {1}, {3});
  const auto file = parse_gguf(writer.bytes());
  Weights weights(*file);
  const Linear linear = load_linear(weights, "w", 2, 2, use);
  GraphRunner runner;
  return runner.compute(apply(runner.graph(), linear, runner.floats({2, 1, 1, 1}, {1, 1})));
}

void applies_the_scale_where_it_belongs() {
  CHECK_ALL_NEAR(compute(ScaleUse::none), (Values{11, 22}), 0.0);
  CHECK_ALL_NEAR(compute(ScaleUse::before_bias), (Values{13, 26}), 0.0);
  CHECK_ALL_NEAR(compute(ScaleUse::after_bias), (Values{33, 66}), 0.0);
}

void copies_tensors_at_odd_addresses() {
  GgufWriter writer(3, 1);
  writer.key("general.alignment", GgufType::uint32, std::string("\1\0\0\0", 4));
  writer.tensor("pad", {1}, 99, "x");
  writer.floats("w.weight", {2, 1}, {5, 7});
  const auto file = parse_gguf(writer.bytes());
  Weights weights(*file);
  const Tensor* tensor = weights.require("w.weight", {2, 1, 1, 1});
  CHECK_EQUAL(reinterpret_cast<std::uintptr_t>(tensor->data) % alignof(float), 0u);
  CHECK_ALL_NEAR(read_floats(*tensor), (Values{5, 7}), 0.0);
  CHECK_THROWS(ModelError, "tensor 'pad': expected a known type, got type number 99",
               weights.require("pad", {1, 1, 1, 1}));
  CHECK_THROWS(ModelError, "tensor 'w.weight': expected shape [3], got [2]",
               weights.require("w.weight", {3, 1, 1, 1}));
}

}  // namespace models_scale_use_test

void test_models_scale_use(TestTable& tests) {
  using namespace models_scale_use_test;
  tests.add("models_scale_use", "applies the scale where it belongs",
            applies_the_scale_where_it_belongs);
  tests.add("models_scale_use", "copies tensors at odd addresses", copies_tensors_at_odd_addresses);
}

}  // namespace tern

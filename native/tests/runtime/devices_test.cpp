#include <cmath>

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/tiny_session.h"

namespace tern {
namespace runtime_devices_test {

SessionOptions on(std::size_t count, DeviceSplit split, std::vector<double> shares = {}) {
  return {.devices = std::vector<std::string>(count, "cpu"),
          .split = split,
          .shares = std::move(shares)};
}

/// Normalised squared error.
double distance(const std::vector<float>& a, const std::vector<float>& b) {
  double error = 0.0;
  double power = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    error += std::pow(a[i] - b[i], 2);
    power += std::pow(b[i], 2);
  }
  return a.size() == b.size() ? error / power : NAN;
}

void agrees_with_one_device() {
  for (const ModelRecipe& recipe : tiny_recipes()) {
    const auto model = tiny_model(recipe);
    const auto expected = prefill(model, {});
    for (const std::size_t count : {2u, 3u, 4u}) {
      CHECK(distance(prefill(model, on(count, DeviceSplit::layer)), expected) <= 1e-8);
      CHECK(distance(prefill(model, on(count, DeviceSplit::tensor)), expected) <= 1e-8);
    }
    CHECK(distance(prefill(model, on(2, DeviceSplit::tensor, {3, 1})), expected) <= 1e-8);
    auto options = on(2, DeviceSplit::tensor);
    options.flash_attention = true;
    CHECK(distance(prefill(model, options), expected) <= 1e-8);
  }
}

/// The bytes of a state do not tell how many devices there were.
void moves_states_between_devices() {
  const auto model = tiny_model({.grouped_heads = true});
  Session one(model);
  Session several(model, on(2, DeviceSplit::tensor));
  const Batch all = make_batch(tiny_prompt, 0, WantLogits::none);
  decode(one, all);
  decode(several, all);
  CHECK_EQUAL(several.save().size(), one.save().size());
  Session other(model, on(3, DeviceSplit::layer));
  other.restore(several.save());
  const Batch next{{11, 10, 0, true}};
  const auto expected = decode(one, next);
  CHECK(distance(decode(other, next), expected) <= 1e-8);
  one.forget(0, 0, 4);
  one.shift(0, 4, -1, -4);
  several.decode(next);
  several.forget(0, 0, 4);
  several.shift(0, 4, -1, -4);
  const Batch behind{{12, 7, 0, true}};
  CHECK(distance(decode(several, behind), decode(one, behind)) <= 1e-8);
}

void uses_what_was_reserved() {
  for (const DeviceSplit split : {DeviceSplit::layer, DeviceSplit::tensor}) {
    auto options = on(2, split);
    options.context = options.batch_size = 8;
    Session session(tiny_model(), options);
    const std::vector<std::int32_t> tokens(8, 1);
    decode(session, make_batch(tokens, 0, WantLogits::all));
    CHECK_EQUAL(session.memory().compute_peak, session.memory().compute_reserved);
  }
}

void refuses_bad_shares() {
  const auto model = tiny_model();
  CHECK_THROWS(RequestError, "[session] expected shares >= 0 of 2 devices",
               Session(model, on(2, DeviceSplit::layer, {1.0})));
  CHECK_THROWS(RequestError, "[session] expected shares >= 0 of 2 devices",
               Session(model, on(2, DeviceSplit::layer, {0.0, 0.0})));
  CHECK_THROWS(RequestError, "[session] expected 1 to 16 devices, got 17",
               Session(model, on(17, DeviceSplit::layer)));
}

}  // namespace runtime_devices_test

void test_runtime_devices(TestTable& tests) {
  using namespace runtime_devices_test;
  tests.add("runtime_devices", "agrees with one device", agrees_with_one_device);
  tests.add("runtime_devices", "moves states between devices", moves_states_between_devices);
  tests.add("runtime_devices", "uses what was reserved", uses_what_was_reserved);
  tests.add("runtime_devices", "refuses bad shares", refuses_bad_shares);
}

}  // namespace tern

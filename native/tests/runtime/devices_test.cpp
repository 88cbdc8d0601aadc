#include <cmath>
#include <numeric>

#include "runtime/devices/layer_devices.h"
#include "runtime/devices/view_cut.h"
#include "runtime/devices/weight_cuts.h"
#include "tern/error.h"
#include "tern/session.h"
#include "tests/support/check.h"
#include "tests/support/model_maker.h"

namespace tern {
namespace runtime_devices_test {

const std::vector<std::int32_t> prompt{3, 14, 15, 9, 26, 5, 35, 8, 9, 7};

SessionOptions on(std::size_t count, DeviceSplit split, std::vector<double> shares = {}) {
  return {.devices = std::vector<std::string>(count, "cpu"),
          .split = split,
          .shares = std::move(shares)};
}

std::vector<float> run(Session& session, const Batch& batch) {
  const auto logits = session.decode(batch);
  return {logits.begin(), logits.end()};
}

std::vector<float> prefill(const std::shared_ptr<const Model>& model,
                           const SessionOptions& options) {
  Session session(model, options);
  return run(session, make_batch(prompt, 0, WantLogits::all));
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

std::vector<ModelRecipe> recipes() {
  return {{.architecture = "llama"},
          {.architecture = "qwen2"},
          {.architecture = "gpt2"},
          {.grouped_heads = true}};
}

void cuts_between_units() {
  CHECK((cut_evenly(1, 8, 4, {1, 1}) == Cut{1, {0, 16, 32}}));
  CHECK((cut_evenly(0, 8, 1, {3, 1}) == Cut{0, {0, 6, 8}}));
  CHECK((cut_evenly(0, 2, 5, {1, 1, 1}) == Cut{0, {0, 5, 5, 10}}));
  CHECK((cut_evenly(0, 3, 1, {0, 1}) == Cut{0, {0, 0, 3}}));
}

void gives_layers_to_devices() {
  // Three layers and what comes behind them.
  const LayerDevices layers(3, {1, 1});
  for (const std::int64_t layer : {0, 1}) CHECK_EQUAL(layers.of_layer(layer), 0u);
  for (const std::int64_t layer : {2, 3}) CHECK_EQUAL(layers.of_layer(layer), 1u);
  CHECK_EQUAL(LayerDevices(3, {0, 1}).of_layer(0), 1u);
  CHECK_EQUAL(layer_in("blk.12.attn_q.weight"), 12);
  CHECK_EQUAL(layer_in("output.weight"), -1);
}

/// A contiguous root of F32.
Tensor root_of(const Shape& shape) {
  Tensor root;
  root.type = Type::f32;
  root.shape = shape;
  root.stride = contiguous_strides(Type::f32, shape);
  return root;
}

Tensor view_of(const Shape& shape, const Strides& stride, std::size_t offset = 0) {
  Tensor view = root_of(shape);
  view.stride = stride;
  view.offset = offset;
  return view;
}

void knows_how_views_are_cut() {
  // [12, 5]: three heads of four, cut behind the first.
  const Tensor rows = root_of({12, 5, 1, 1});
  const Cut heads{0, {0, 4, 12}};
  const Tensor split = view_of({4, 3, 5, 1}, {4, 16, 48, 240});
  const auto cut = cut_of_view(split, rows, heads);
  CHECK(cut.has_value());
  if (!cut) return;
  CHECK((cut->cut == Cut{1, {0, 1, 3}}));
  const ViewCut::Part part = cut->part(split, heads, 1);
  CHECK((part.shape == Shape{4, 2, 5, 1}));
  CHECK((part.stride == Strides{4, 16, 32, 160}));
  // The other way round, and with heads that the cut goes through.
  const Tensor by_head = root_of({4, 3, 5, 1});
  const auto flat = cut_of_view(view_of({12, 5, 1, 1}, {4, 48, 240, 240}), by_head, {1, {0, 1, 3}});
  CHECK((flat && flat->cut == Cut{0, {0, 4, 12}}));
  CHECK(!cut_of_view(split, rows, {0, {0, 6, 12}}));
  // A part of the cut dimension cannot be found in all parts; half of each head can.
  CHECK(!cut_of_view(view_of({4, 2, 5, 1}, {4, 16, 48, 240}), rows, heads));
  const Tensor halves = view_of({2, 3, 5, 1}, {4, 16, 48, 240}, 8);
  const auto half = cut_of_view(halves, rows, heads);
  CHECK((half && half->cut == Cut{1, {0, 1, 3}} && half->part(halves, heads, 0).offset == 8));
}

void cuts_weights() {
  std::vector<float> values(24);
  std::iota(values.begin(), values.end(), 0.0f);
  Tensor weight = root_of({4, 3, 2, 1});
  weight.data = reinterpret_cast<std::byte*>(values.data());
  weight.is_weight = true;
  WeightCuts cuts;
  const Tensor& columns = *cuts.part(weight, 0, 1, 3);
  const Tensor& rows = *cuts.part(weight, 1, 1, 3);
  CHECK((columns.shape == Shape{2, 3, 2, 1} && rows.shape == Shape{4, 2, 2, 1}));
  CHECK(is_contiguous(columns) && is_contiguous(rows) && columns.is_weight);
  CHECK_EQUAL(*reinterpret_cast<float*>(columns.row(2, 1)), 21.0f);
  CHECK_EQUAL(*reinterpret_cast<float*>(rows.row(0, 1)), 16.0f);
  CHECK(cuts.part(weight, 1, 1, 3) == &rows);
}

void agrees_with_one_device() {
  for (const ModelRecipe& recipe : recipes()) {
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
  const Batch all = make_batch(prompt, 0, WantLogits::none);
  run(one, all);
  run(several, all);
  CHECK_EQUAL(several.save().size(), one.save().size());
  Session other(model, on(3, DeviceSplit::layer));
  other.restore(several.save());
  const Batch next{{11, 10, 0, true}};
  const auto expected = run(one, next);
  CHECK(distance(run(other, next), expected) <= 1e-8);
  one.forget(0, 0, 4);
  one.shift(0, 4, -1, -4);
  several.decode(next);
  several.forget(0, 0, 4);
  several.shift(0, 4, -1, -4);
  const Batch behind{{12, 7, 0, true}};
  CHECK(distance(run(several, behind), run(one, behind)) <= 1e-8);
}

void uses_what_was_reserved() {
  for (const DeviceSplit split : {DeviceSplit::layer, DeviceSplit::tensor}) {
    auto options = on(2, split);
    options.context = options.batch_size = 8;
    Session session(tiny_model(), options);
    const std::vector<std::int32_t> tokens(8, 1);
    run(session, make_batch(tokens, 0, WantLogits::all));
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
  tests.add("runtime_devices", "cuts between units", cuts_between_units);
  tests.add("runtime_devices", "gives layers to devices", gives_layers_to_devices);
  tests.add("runtime_devices", "knows how views are cut", knows_how_views_are_cut);
  tests.add("runtime_devices", "cuts weights", cuts_weights);
  tests.add("runtime_devices", "agrees with one device", agrees_with_one_device);
  tests.add("runtime_devices", "moves states between devices", moves_states_between_devices);
  tests.add("runtime_devices", "uses what was reserved", uses_what_was_reserved);
  tests.add("runtime_devices", "refuses bad shares", refuses_bad_shares);
}

}  // namespace tern

#include <numeric>

#include "runtime/devices/layer_devices.h"
#include "runtime/devices/view_cut.h"
#include "runtime/devices/weight_cuts.h"
#include "tests/support/check.h"

namespace tern {
namespace runtime_cuts_test {

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

}  // namespace runtime_cuts_test

void test_runtime_cuts(TestTable& tests) {
  using namespace runtime_cuts_test;
  tests.add("runtime_cuts", "cuts between units", cuts_between_units);
  tests.add("runtime_cuts", "gives layers to devices", gives_layers_to_devices);
  tests.add("runtime_cuts", "knows how views are cut", knows_how_views_are_cut);
  tests.add("runtime_cuts", "cuts weights", cuts_weights);
}

}  // namespace tern

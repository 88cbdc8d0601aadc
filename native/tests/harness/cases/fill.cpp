#include "ops/fill.h"

#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_fill {

void add_fills(CaseTable& table, const Shape& shape) {
  table.add(fill_op.name, {{"x", shape}, {"value", 1.5f}},
            [=](Scene& scene) { return fill(scene.graph(), shape, 1.5f); });
}

void add_ranges(CaseTable& table, float start, float stop, float step) {
  table.add(arange_op.name, {{"start", start}, {"stop", stop}, {"step", step}},
            [=](Scene& scene) { return arange(scene.graph(), start, stop, step); });
}

}  // namespace cases_fill

void register_cases_fill(CaseTable& table) {
  using namespace cases_fill;
  for (const Shape& shape : {Shape{1, 1, 1, 1}, Shape{33, 5, 2, 3}, Shape{0, 1, 1, 1}}) {
    add_fills(table, shape);
  }
  add_ranges(table, 0.0f, 10.0f, 1.0f);
  add_ranges(table, -1.0f, 1.0f, 0.125f);
  add_ranges(table, 5.0f, 6.0f, 2.0f);
}

}  // namespace tern::harness

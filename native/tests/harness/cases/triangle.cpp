#include "ops/triangle.h"

#include "ops/fill.h"
#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_triangle {

const char* name(Triangle part) {
  switch (part) {
    case Triangle::upper_with_diagonal: return "upper_with_diagonal";
    case Triangle::upper: return "upper";
    case Triangle::lower_with_diagonal: return "lower_with_diagonal";
    default: return "lower";
  }
}

/// Lower triangles with a diagonal that is not near zero, and small elements beside it, so that
/// errors do not grow from row to row.
DrawFloats solvable(std::int64_t n) {
  return [=](std::span<float> values, Random& random) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto at = static_cast<std::int64_t>(i) % (n * n);
      const bool diagonal = at % n == at / n;
      values[i] =
          static_cast<float>(diagonal ? random.between(1.0, 2.0) : random.between(-0.1, 0.1));
    }
  };
}

void add(CaseTable& table, std::int64_t n) {
  const Shape square{n, n, 3, 2};
  for (const Triangle part : {Triangle::upper_with_diagonal, Triangle::upper,
                              Triangle::lower_with_diagonal, Triangle::lower}) {
    table.add(tri_op.name, {{"n", n}, {"part", name(part)}},
              [=](Scene& scene) { return tri(scene.graph(), scene.floats(square), part); });
  }
  table.add(diag_op.name, {{"n", n}},
            [=](Scene& scene) { return diag(scene.graph(), scene.floats({n, 1, 3, 2})); });
  for (const std::int64_t k : {1, 7, 64}) {
    table.add(solve_tri_op.name, {{"n", n}, {"k", k}}, [=](Scene& scene) {
      Tensor* a = scene.floats(square, Type::f32, Layout::dense, solvable(n));
      return solve_tri(scene.graph(), a, scene.floats({k, n, 3, 2}));
    });
  }
}

void add_fills(CaseTable& table, const Shape& shape) {
  table.add(fill_op.name, {{"x", shape}, {"value", 1.5f}},
            [=](Scene& scene) { return fill(scene.graph(), shape, 1.5f); });
}

void add_ranges(CaseTable& table, float start, float stop, float step) {
  table.add(arange_op.name, {{"start", start}, {"stop", stop}, {"step", step}},
            [=](Scene& scene) { return arange(scene.graph(), start, stop, step); });
}

}  // namespace cases_triangle

void register_cases_triangle(CaseTable& table) {
  using namespace cases_triangle;
  for (const std::int64_t n : {1, 2, 31, 64}) add(table, n);
  for (const Shape& shape : {Shape{1, 1, 1, 1}, Shape{33, 5, 2, 3}, Shape{0, 1, 1, 1}}) {
    add_fills(table, shape);
  }
  add_ranges(table, 0.0f, 10.0f, 1.0f);
  add_ranges(table, -1.0f, 1.0f, 0.125f);
  add_ranges(table, 5.0f, 6.0f, 2.0f);
}

}  // namespace tern::harness

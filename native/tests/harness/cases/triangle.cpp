#include "ops/triangle.h"

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

}  // namespace cases_triangle

void register_cases_triangle(CaseTable& table) {
  using namespace cases_triangle;
  for (const std::int64_t n : {1, 2, 31, 64}) add(table, n);
}

}  // namespace tern::harness

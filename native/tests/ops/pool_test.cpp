#include "ops/pool.h"

#include <algorithm>
#include <limits>

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_pool_test {

constexpr std::int64_t planes = 3;

struct Case {
  std::int64_t width, height;
  PoolParams p;
  Type type = Type::f32;

  std::int64_t places(std::size_t i) const {
    return ((i == 0 ? width : height) + 2 * p.padding[i] - p.size[i]) / p.stride[i] + 1;
  }
};

/// Numbers of the elements in a window.
std::vector<std::size_t> window(const Case& c, std::int64_t plane, std::int64_t column,
                                std::int64_t row) {
  std::vector<std::size_t> inside;
  for (std::int64_t i = 0; i < std::int64_t{c.p.size[0]} * c.p.size[1]; ++i) {
    const std::int64_t x = column * c.p.stride[0] - c.p.padding[0] + i % c.p.size[0];
    const std::int64_t y = row * c.p.stride[1] - c.p.padding[1] + i / c.p.size[0];
    if (x < 0 || x >= c.width || y < 0 || y >= c.height) continue;
    inside.push_back(static_cast<std::size_t>((plane * c.height + y) * c.width + x));
  }
  return inside;
}

double divisor(const Case& c, std::size_t inside) {
  return c.p.counts_padding ? static_cast<double>(c.p.size[0]) * c.p.size[1]
                            : static_cast<double>(std::max<std::size_t>(1, inside));
}

template <class Body>
void for_each_place(const Case& c, const Body& body) {
  for (std::int64_t plane = 0; plane < planes; ++plane)
    for (std::int64_t row = 0; row < c.places(1); ++row)
      for (std::int64_t column = 0; column < c.places(0); ++column)
        body(window(c, plane, column, row));
}

std::vector<float> reference(const Case& c, const std::vector<float>& x) {
  std::vector<float> result;
  for_each_place(c, [&](const std::vector<std::size_t>& inside) {
    double sum = 0.0;
    float largest = std::numeric_limits<float>::lowest();
    for (const std::size_t i : inside) {
      sum += x[i];
      largest = std::max(largest, x[i]);
    }
    const bool is_mean = c.p.mode == PoolMode::average;
    result.push_back(is_mean ? static_cast<float>(sum / divisor(c, inside.size())) : largest);
  });
  return result;
}

std::vector<float> reference_back(const Case& c, const std::vector<float>& x,
                                  const std::vector<float>& gradient) {
  std::vector<double> sums(x.size());
  std::size_t place = 0;
  for_each_place(c, [&](const std::vector<std::size_t>& inside) {
    const double given = gradient[place++];
    if (c.p.mode == PoolMode::average) {
      for (const std::size_t i : inside) sums[i] += given / divisor(c, inside.size());
    } else if (!inside.empty()) {
      sums[*std::max_element(inside.begin(), inside.end(),
                             [&](std::size_t a, std::size_t b) { return x[a] < x[b]; })] += given;
    }
  });
  return {sums.begin(), sums.end()};
}

const std::vector<Case> cases{{9, 8, {PoolMode::maximum, {2, 2}, {2, 2}, {0, 0}}},
                              {9, 8, {PoolMode::average, {3, 2}, {1, 2}, {1, 1}}},
                              {9, 8, {PoolMode::average, {3, 3}, {2, 1}, {2, 1}, false}},
                              {7, 5, {PoolMode::maximum, {3, 4}, {1, 3}, {2, 2}}, Type::f16},
                              {64, 3, {PoolMode::maximum, {16, 1}, {16, 1}, {0, 0}}},
                              {6, 6, {PoolMode::average, {6, 6}, {1, 1}, {0, 0}}, Type::f16},
                              {3, 3, {PoolMode::average, {2, 2}, {2, 2}, {3, 3}, false}}};

void agrees_with_the_definition() {
  for (const Case& c : cases) {
    const auto x =
        round_trip(c.type, random_floats(static_cast<std::size_t>(c.width * c.height * planes), 1));
    GraphRunner runner(2);
    Tensor* input = runner.floats({c.width, c.height, planes, 1}, x, c.type);
    CHECK_ALL_NEAR(runner.compute(pool_2d(runner.graph(), input, c.p)), reference(c, x), 1e-6);
  }
}

void agrees_in_one_dimension() {
  for (const PoolMode mode : {PoolMode::maximum, PoolMode::average}) {
    const Case c{13, 4, {mode, {4, 1}, {3, 1}, {1, 0}, false}};
    const auto x = random_floats(13 * 4 * planes, 1);
    GraphRunner runner(2);
    Tensor* input = runner.floats({13, 4, planes, 1}, x);
    CHECK_ALL_NEAR(runner.compute(pool_1d(runner.graph(), input, mode, 4, 3, 1)), reference(c, x),
                   1e-6);
  }
}

void takes_gradients_back() {
  for (const Case& c : cases) {
    const auto x =
        round_trip(c.type, random_floats(static_cast<std::size_t>(c.width * c.height * planes), 1));
    const auto gradient =
        random_floats(static_cast<std::size_t>(c.places(0) * c.places(1) * planes), 2);
    GraphRunner runner(2);
    Tensor* input = runner.floats({c.width, c.height, planes, 1}, x, c.type);
    Tensor* given = runner.floats({c.places(0), c.places(1), planes, 1}, gradient);
    CHECK_ALL_NEAR(runner.compute(pool_2d_back(runner.graph(), given, input, c.p)),
                   reference_back(c, x, gradient), 2e-6);
  }
}

void refuses_what_does_not_fit() {
  Graph g;
  Tensor* x = g.input(Type::f32, {9, 8, 2, 1}, "x");
  const PoolParams right{PoolMode::maximum, {2, 2}, {2, 2}, {0, 0}};
  PoolParams p = right;
  p.size = {10, 2};
  CHECK_THROWS(GraphError,
               "[pool] expected at least 10 elements with padding, got x: F32 [9, 8, 2]",
               pool_2d(g, x, p));
  p = right;
  p.stride = {0, 1};
  CHECK_THROWS(GraphError, "expected strides >= 1, got 0", pool_2d(g, x, p));
  CHECK_THROWS(GraphError, "expected type F32 or F16, got y: I32",
               pool_2d(g, g.input(Type::i32, {4, 4, 1, 1}, "y"), right));
  CHECK_THROWS(GraphError,
               "[pool_back] expected a gradient of shape [4, 4, 2], got x: F32 [9, 8, 2]",
               pool_2d_back(g, x, x, right));
}

}  // namespace ops_pool_test

void test_ops_pool(TestTable& tests) {
  using namespace ops_pool_test;
  tests.add("ops_pool", "agrees with the definition", agrees_with_the_definition);
  tests.add("ops_pool", "agrees in one dimension", agrees_in_one_dimension);
  tests.add("ops_pool", "takes gradients back", takes_gradients_back);
  tests.add("ops_pool", "refuses what does not fit", refuses_what_does_not_fit);
}

}  // namespace tern

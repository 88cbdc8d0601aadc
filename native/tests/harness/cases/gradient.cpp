#include "ops/gradient.h"

#include "ops/cross_entropy.h"
#include "ops/get_rows.h"
#include "ops/layout.h"
#include "ops/matmul.h"
#include "ops/norm.h"
#include "ops/optimizer.h"
#include "ops/out_prod.h"
#include "ops/repeat.h"
#include "ops/rope.h"
#include "ops/softmax.h"
#include "ops/unary.h"
#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_gradient {

using Build = Tensor* (*)(Graph&, Tensor*);
using BuildBack = Tensor* (*)(Graph&, Tensor* gradient, Tensor* x);

/// Ops whose gradient is computed from what they were given.
void add(CaseTable& table, const OpInfo& op, Params params, const Shape& shape, Build forward,
         BuildBack back) {
  params.push_back({"x", shape});
  table.add_gradient(op.name, std::move(params), [=](Scene& scene) {
    Tensor* x = scene.floats(shape);
    Tensor* y = forward(scene.graph(), x);
    Tensor* gradient = scene.floats(y->shape);
    return Differentiated{x, y, gradient, back(scene.graph(), gradient, x)};
  });
}

void add_softmax(CaseTable& table, const Shape& shape) {
  table.add_gradient(softmax_back_op.name, {{"x", shape}, {"scale", 0.7f}}, [=](Scene& scene) {
    Tensor* x = scene.floats(shape);
    Tensor* y = softmax(scene.graph(), x, nullptr, 0.7f);
    Tensor* gradient = scene.floats(shape);
    return Differentiated{x, y, gradient, softmax_back(scene.graph(), gradient, y, 0.7f)};
  });
}

void add_get_rows(CaseTable& table, std::int64_t columns, std::int64_t rows, std::int64_t count) {
  const Params params{{"columns", columns}, {"rows", rows}, {"count", count}};
  table.add_gradient(get_rows_back_op.name, params, [=](Scene& scene) {
    Tensor* x = scene.floats({columns, rows, 1, 1});
    Tensor* numbers = scene.choices({count, 1, 1, 1}, integers_below(rows));
    Tensor* y = get_rows(scene.graph(), x, numbers);
    Tensor* gradient = scene.floats(y->shape);
    return Differentiated{x, y, gradient, get_rows_back(scene.graph(), gradient, numbers, rows)};
  });
}

/// Of both operands of a product: made of other products.
void add_matmul(CaseTable& table, std::int64_t m, std::int64_t n, std::int64_t k) {
  const Params params{{"m", m}, {"n", n}, {"k", k}};
  table.add_gradient(matmul_op.name, params, [=](Scene& scene) {
    Tensor* a = scene.floats({k, m, 2, 1});
    Tensor* b = scene.floats({k, n, 2, 1});
    Tensor* y = matmul(scene.graph(), a, b);
    Tensor* gradient = scene.floats(y->shape);
    Tensor* turned = permute(scene.graph(), a, {1, 0, 2, 3});
    return Differentiated{b, y, gradient, matmul(scene.graph(), turned, gradient)};
  });
  table.add_gradient(out_prod_op.name, params, [=](Scene& scene) {
    Tensor* a = scene.floats({k, m, 2, 1});
    Tensor* b = scene.floats({k, n, 2, 1});
    Tensor* y = matmul(scene.graph(), a, b);
    Tensor* gradient = scene.floats(y->shape);
    return Differentiated{a, y, gradient, out_prod(scene.graph(), b, gradient)};
  });
}

/// Rows that add up to 1.
DrawFloats shares(std::int64_t columns) {
  return [=](std::span<float> values, Random& random) {
    const auto n = static_cast<std::size_t>(columns);
    for (std::size_t at = 0; at < values.size(); at += n) {
      double total = 0.0;
      for (std::size_t i = 0; i < n; ++i) {
        values[at + i] = static_cast<float>(random.between(0.1, 1.0));
        total += static_cast<double>(values[at + i]);
      }
      for (std::size_t i = 0; i < n; ++i) values[at + i] /= static_cast<float>(total);
    }
  };
}

void add_cross_entropy(CaseTable& table, const Shape& shape) {
  const auto forward = [=](Scene& scene) {
    Tensor* x = scene.floats(shape);
    Tensor* wanted = scene.floats(shape, Type::f32, Layout::dense, shares(shape[0]));
    return cross_entropy_loss(scene.graph(), x, wanted);
  };
  table.add(cross_entropy_loss_op.name, {{"x", shape}}, forward);
  table.add_gradient(cross_entropy_loss_back_op.name, {{"x", shape}}, [=](Scene& scene) {
    Tensor* x = scene.floats(shape);
    Tensor* wanted = scene.floats(shape, Type::f32, Layout::dense, shares(shape[0]));
    Tensor* y = cross_entropy_loss(scene.graph(), x, wanted);
    Tensor* gradient = scene.floats({1, 1, 1, 1}, Type::f32, Layout::dense, uniform(0.5f, 2.0f));
    return Differentiated{x, y, gradient,
                          cross_entropy_loss_back(scene.graph(), gradient, x, wanted)};
  });
}

void add_steps(CaseTable& table, const Shape& shape) {
  table.add(opt_step_adamw_op.name, {{"x", shape}}, [=](Scene& scene) {
    Tensor* weights = scene.floats(shape);
    Tensor* gradient = scene.floats(shape);
    Tensor* first = scene.floats(shape);
    Tensor* second = scene.floats(shape, Type::f32, Layout::dense, uniform(0.1f, 1.0f));
    Tensor* params = scene.floats({7, 1, 1, 1}, Type::f32, Layout::dense, uniform(0.1f, 0.9f));
    scene.also(first);
    scene.also(second);
    return opt_step_adamw(scene.graph(), weights, gradient, first, second, params);
  });
  table.add(opt_step_sgd_op.name, {{"x", shape}}, [=](Scene& scene) {
    Tensor* weights = scene.floats(shape);
    Tensor* gradient = scene.floats(shape);
    return opt_step_sgd(scene.graph(), weights, gradient, scene.floats({2, 1, 1, 1}));
  });
}

}  // namespace cases_gradient

void register_cases_gradient(CaseTable& table) {
  using namespace cases_gradient;
  for (const Shape& shape : {Shape{8, 1, 1, 1}, Shape{10, 5, 4, 3}, Shape{33, 7, 1, 1}}) {
    add(
        table, silu_back_op, {}, shape,
        [](Graph& graph, Tensor* x) { return unary(graph, silu_op, x); },
        [](Graph& graph, Tensor* g, Tensor* x) { return silu_back(graph, g, x); });
    add(
        table, rms_norm_back_op, {{"epsilon", 1e-4f}}, shape,
        [](Graph& graph, Tensor* x) { return rms_norm(graph, x, 1e-4f); },
        [](Graph& graph, Tensor* g, Tensor* x) { return rms_norm_back(graph, g, x, 1e-4f); });
    add_softmax(table, shape);
    add_cross_entropy(table, shape);
    add_steps(table, shape);
  }
  for (const std::int64_t count : {1, 5, 40}) add_get_rows(table, 12, 9, count);
  add_matmul(table, 7, 3, 20);
  add_matmul(table, 1, 1, 33);
}

}  // namespace tern::harness

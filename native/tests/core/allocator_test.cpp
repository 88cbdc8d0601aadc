#include "core/allocator.h"

#include <algorithm>

#include "ops/binary.h"
#include "ops/layout.h"
#include "ops/unary.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"
#include "tests/support/model_maker.h"
#include "tests/support/model_steps.h"

namespace tern {
namespace core_allocator_test {

constexpr std::size_t floats_64 = 256;  // bytes of a vector of 64 floats

/// From when to when a tensor holds a value, found apart from the planner.
struct Life {
  std::size_t begin;
  std::size_t end;
};

Life life_of(const Graph& graph, const Tensor& tensor) {
  const auto root = [](const Tensor* t) { return t->base != nullptr ? t->base : t; };
  Life life{tensor.op == nullptr ? 0 : graph.nodes().size(),
            tensor.is_output ? graph.nodes().size() : 0};
  for (std::size_t step = 0; step < graph.nodes().size(); ++step) {
    const Tensor* node = graph.nodes()[step];
    if (node == &tensor) life.begin = step;
    if (root(node) == &tensor) life.end = std::max(life.end, step);
    for (const Tensor* source : node->source) {
      if (source != nullptr && root(source) == &tensor) life.end = std::max(life.end, step);
    }
  }
  return life;
}

/// Pairs of tensors that would overwrite each other.
int conflicts(const Graph& graph, const MemoryPlan& plan) {
  int count = 0;
  const auto offset = [&](const Tensor& t) {
    return plan.offset[static_cast<std::size_t>(t.index)];
  };
  for (const Tensor& a : graph.tensors()) {
    for (const Tensor& b : graph.tensors()) {
      if (a.index >= b.index || a.base != nullptr || b.base != nullptr) continue;
      const Life life_a = life_of(graph, a);
      const Life life_b = life_of(graph, b);
      const bool together = life_a.begin <= life_b.end && life_b.begin <= life_a.end;
      const bool overlap =
          offset(a) < offset(b) + byte_span(b) && offset(b) < offset(a) + byte_span(a);
      if (together && overlap) ++count;
    }
  }
  return count;
}

std::size_t highest_byte(const Graph& graph, const MemoryPlan& plan) {
  std::size_t highest = 0;
  for (const Tensor& t : graph.tensors()) {
    if (t.base == nullptr)
      highest = std::max(highest, plan.offset[static_cast<std::size_t>(t.index)] + byte_span(t));
  }
  return highest;
}

void reuses_memory_in_a_chain() {
  Graph graph;
  Tensor* x = graph.input(Type::f32, {64, 1, 1, 1}, "x");
  for (int i = 0; i < 10; ++i) x = unary(graph, relu_op, x);
  graph.mark_output(x);
  CHECK_EQUAL(plan_memory(graph).peak, 2 * floats_64);
}

void keeps_what_is_used_later() {
  Graph graph;
  Tensor* x = graph.input(Type::f32, {64, 1, 1, 1}, "x");
  Tensor* y = unary(graph, relu_op, x);
  for (int i = 0; i < 3; ++i) y = unary(graph, relu_op, y);
  graph.mark_output(add(graph, y, x));
  const MemoryPlan plan = plan_memory(graph);
  CHECK_EQUAL(plan.peak, 3 * floats_64);
  CHECK_EQUAL(conflicts(graph, plan), 0);
}

void keeps_outputs_and_views() {
  Graph graph;
  Tensor* x = graph.input(Type::f32, {64, 1, 1, 1}, "x");
  Tensor* kept = unary(graph, relu_op, x);
  graph.mark_output(kept);
  Tensor* matrix = reshape(graph, unary(graph, relu_op, x), {8, 8, 1, 1});
  Tensor* last = x;
  for (int i = 0; i < 5; ++i) last = unary(graph, relu_op, last);
  graph.mark_output(unary(graph, relu_op, matrix));
  graph.mark_output(last);
  CHECK_EQUAL(conflicts(graph, plan_memory(graph)), 0);
}

void gives_nothing_to_empty_tensors() {
  Graph graph;
  Tensor* x = graph.input(Type::f32, {64, 0, 1, 1}, "x");
  graph.mark_output(unary(graph, relu_op, x));
  CHECK_EQUAL(plan_memory(graph).peak, 0u);
}

void plans_a_model_without_conflicts() {
  const auto model = tiny_model();
  ModelSteps steps(*model, {.cells = 16});
  const auto step = steps.build({8, 3}, StepExtent::largest);
  const MemoryPlan& plan = step->placed->plan_of(0);
  CHECK_EQUAL(conflicts(step->graph, plan), 0);
  // What was announced is what is used: less than one unit of alignment may stay empty at the end.
  const std::size_t highest = highest_byte(step->graph, plan);
  CHECK(plan.peak >= highest && plan.peak - highest < memory_alignment);
  std::size_t sum = 0;
  for (const Tensor& tensor : step->graph.tensors())
    sum += tensor.base == nullptr ? byte_span(tensor) : 0;
  CHECK(plan.peak * 2 < sum);
}

void aligns_every_tensor() {
  Graph graph;
  Tensor* x = graph.input(Type::f32, {3, 1, 1, 1}, "x");
  graph.mark_output(add(graph, unary(graph, relu_op, x), x));
  for (const std::size_t offset : plan_memory(graph).offset)
    CHECK_EQUAL(offset % memory_alignment, 0u);
}

}  // namespace core_allocator_test

void test_core_allocator(TestTable& tests) {
  using namespace core_allocator_test;
  tests.add("core_allocator", "reuses memory in a chain", reuses_memory_in_a_chain);
  tests.add("core_allocator", "keeps what is used later", keeps_what_is_used_later);
  tests.add("core_allocator", "keeps outputs and views", keeps_outputs_and_views);
  tests.add("core_allocator", "gives nothing to empty tensors", gives_nothing_to_empty_tensors);
  tests.add("core_allocator", "plans a model without conflicts", plans_a_model_without_conflicts);
  tests.add("core_allocator", "aligns every tensor", aligns_every_tensor);
}

}  // namespace tern

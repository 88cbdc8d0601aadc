#include "core/allocator.h"
#include "core/backend.h"
#include "ops/matmul.h"
#include "ops/norm.h"
#include "ops/softmax.h"
#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace backends_cpu_test {

void has_a_kernel_for_every_op() {
  const auto backend = backend_table().make("cpu", {});
  int ops = 0;
  for (const OpInfo* op : op_table()) {
    Tensor node;
    node.op = op;
    if (!backend->supports(node))
      check::report(__FILE__, __LINE__, "no kernel for " + std::string(op->name));
    ++ops;
  }
  CHECK(ops > 20);
}

void refuses_unknown_ops() {
  static constexpr OpInfo unknown{"unknown"};
  const auto backend = backend_table().make("cpu", {});
  Graph graph;
  Tensor* x = graph.input(Type::f32, {4, 1, 1, 1}, "x");
  graph.node(unknown, Type::f32, x->shape, {x});
  CHECK_THROWS(GraphError, "[unknown] expected an op of the cpu backend, got F32 [4]",
               backend->compute(graph));
}

void names_the_known_backends() {
  CHECK_THROWS(RequestError, "got 'none'", backend_table().make("none", {}));
}

std::vector<float> compute_with(int threads) {
  GraphRunner runner(threads);
  Graph& graph = runner.graph();
  Tensor* weight = runner.random({96, 53, 1, 1}, 1, Type::q8_0);
  Tensor* x = rms_norm(graph, runner.random({96, 7, 1, 1}, 2), 1e-5f);
  return runner.compute(softmax(graph, matmul(graph, weight, x), nullptr, 0.3f));
}

void computes_the_same_with_any_number_of_threads() {
  const std::vector<float> expected = compute_with(1);
  for (const int threads : {2, 3, 5, 16}) CHECK_ALL_NEAR(compute_with(threads), expected, 0.0);
}

void computes_nothing_for_empty_tensors() {
  GraphRunner runner(2);
  Tensor* weight = runner.random({8, 4, 1, 1}, 1);
  CHECK_EQUAL(
      runner.compute(matmul(runner.graph(), weight, runner.floats({8, 0, 1, 1}, {}))).size(), 0u);
}

void says_when_memory_runs_out() {
  const auto backend = backend_table().make("cpu", {});
  CHECK_THROWS(RequestError, "[memory] expected", backend->allocate(SIZE_MAX / 4));
}

void aligns_and_clears_memory() {
  const auto buffer = backend_table().make("cpu", {})->allocate(1000);
  CHECK_EQUAL(buffer->size(), 1000u);
  CHECK_EQUAL(reinterpret_cast<std::uintptr_t>(buffer->data()) % memory_alignment, 0u);
  for (std::size_t i = 0; i < 1000; ++i) CHECK(buffer->data()[i] == std::byte{0});
}

}  // namespace backends_cpu_test

void test_backends_cpu(TestTable& tests) {
  using namespace backends_cpu_test;
  tests.add("backends_cpu", "has a kernel for every op", has_a_kernel_for_every_op);
  tests.add("backends_cpu", "refuses unknown ops", refuses_unknown_ops);
  tests.add("backends_cpu", "names the known backends", names_the_known_backends);
  tests.add("backends_cpu", "computes the same with any number of threads",
            computes_the_same_with_any_number_of_threads);
  tests.add("backends_cpu", "computes nothing for empty tensors",
            computes_nothing_for_empty_tensors);
  tests.add("backends_cpu", "says when memory runs out", says_when_memory_runs_out);
  tests.add("backends_cpu", "aligns and clears memory", aligns_and_clears_memory);
}

}  // namespace tern

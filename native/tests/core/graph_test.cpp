#include "core/graph.h"

#include "ops/binary.h"
#include "ops/layout.h"
#include "ops/set_rows.h"
#include "tern/error.h"
#include "tests/support/check.h"

namespace tern {
namespace core_graph_test {

void lists_nodes_without_views() {
  Graph graph;
  Tensor* a = graph.input(Type::f32, {4, 2, 1, 1}, "a");
  Tensor* flat = reshape(graph, a, {8, 1, 1, 1});
  Tensor* twice = add(graph, flat, flat);
  CHECK_EQUAL(graph.nodes().size(), 1u);
  CHECK(graph.nodes()[0] == twice);
  CHECK_EQUAL(graph.tensors().size(), 3u);
  CHECK(flat->base == a);
}

void flattens_views_of_views() {
  Graph graph;
  Tensor* a = graph.input(Type::f32, {4, 4, 1, 1}, "a");
  Tensor* rows = view(graph, a, {4, 2, 1, 1}, a->stride, 2 * a->stride[1]);
  Tensor* row = view(graph, rows, {2, 1, 1, 1}, rows->stride, rows->stride[1] + 8);
  CHECK(row->base == a);
  CHECK_EQUAL(row->offset, 3u * 16u + 8u);
}

void marks_the_owner_of_an_output() {
  Graph graph;
  Tensor* a = graph.input(Type::f32, {4, 2, 1, 1}, "a");
  Tensor* sum = add(graph, a, a);
  graph.mark_output(reshape(graph, sum, {8, 1, 1, 1}));
  CHECK(sum->is_output);
  CHECK(!a->is_output);
}

void views_memory_from_outside() {
  std::vector<std::byte> memory(64);
  Tensor outside;
  outside.type = Type::f32;
  outside.shape = {4, 4, 1, 1};
  outside.stride = contiguous_strides(outside.type, outside.shape);
  outside.data = memory.data();
  Graph graph;
  Tensor* row = view(graph, &outside, {4, 1, 1, 1}, outside.stride, 32);
  CHECK(row->data == memory.data() + 32);
  Tensor* source = graph.input(Type::f32, {4, 1, 1, 1}, "source");
  Tensor* rows = graph.input(Type::i32, {1, 1, 1, 1}, "rows");
  CHECK(set_rows(graph, &outside, source, rows)->data == memory.data());
}

void allows_empty_views_anywhere() {
  Graph graph;
  Tensor* x = graph.input(Type::f32, {8, 0, 1, 1}, "x");
  CHECK_EQUAL(view(graph, x, {4, 0, 1, 1}, x->stride, 16)->offset, 0u);
}

void refuses_bad_shapes() {
  Graph graph;
  Tensor* x = graph.input(Type::f32, {8, 2, 1, 1}, "x");
  CHECK_THROWS(GraphError,
               "[view] expected offset and strides that are multiples of 4, got F32 [2] at byte 2",
               view(graph, x, {2, 1, 1, 1}, x->stride, 2));
  CHECK_THROWS(GraphError, "[input] expected dimensions >= 0, got [-1]",
               graph.input(Type::f32, {-1, 1, 1, 1}, "x"));
  CHECK_THROWS(GraphError, "multiple of 32 elements for Q8_0, got [33]",
               graph.input(Type::q8_0, {33, 1, 1, 1}, "x"));
}

}  // namespace core_graph_test

void test_core_graph(TestTable& tests) {
  using namespace core_graph_test;
  tests.add("core_graph", "lists nodes without views", lists_nodes_without_views);
  tests.add("core_graph", "flattens views of views", flattens_views_of_views);
  tests.add("core_graph", "marks the owner of an output", marks_the_owner_of_an_output);
  tests.add("core_graph", "views memory from outside", views_memory_from_outside);
  tests.add("core_graph", "allows empty views anywhere", allows_empty_views_anywhere);
  tests.add("core_graph", "refuses bad shapes", refuses_bad_shapes);
}

}  // namespace tern

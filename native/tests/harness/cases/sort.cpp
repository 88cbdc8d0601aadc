#include "ops/sort.h"

#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_sort {

void add_sorts(CaseTable& table, const Shape& shape, bool large) {
  for (const SortOrder order : {SortOrder::ascending, SortOrder::descending}) {
    const char* word = order == SortOrder::ascending ? "ascending" : "descending";
    table
        .add(argsort_op.name, {{"x", shape}, {"order", word}},
             [=](Scene& scene) {
               Tensor* x = scene.floats(shape, Type::f32, Layout::dense, distinct());
               return argsort(scene.graph(), x, order);
             })
        .large = large;
  }
}

void add_top_k(CaseTable& table, const Shape& shape, std::int64_t count, bool large) {
  if (count > shape[0]) return;
  table
      .add(top_k_op.name, {{"x", shape}, {"count", count}},
           [=](Scene& scene) {
             Tensor* x = scene.floats(shape, Type::f32, Layout::dense, distinct());
             return top_k(scene.graph(), x, count);
           })
      .large = large;
}

void add_argmax(CaseTable& table, const Shape& shape, bool large) {
  table
      .add(argmax_op.name, {{"x", shape}},
           [=](Scene& scene) {
             return argmax(scene.graph(),
                           scene.floats(shape, Type::f32, Layout::dense, distinct()));
           })
      .large = large;
}

}  // namespace cases_sort

void register_cases_sort(CaseTable& table) {
  using namespace cases_sort;
  for (const std::int64_t n : {1, 2, 3, 7, 16, 31, 60, 127, 1023, 1025, 2047, 4097, 8191, 16383,
                               16385, 32767, 65535, 65536}) {
    for (const Shape& shape : {Shape{n, 1, 1, 1}, Shape{n, 3, 2, 1}}) {
      add_sorts(table, shape, false);
      for (const std::int64_t count : {1, 2, 7, 40, 400}) add_top_k(table, shape, count, false);
    }
    add_argmax(table, {n, 5, 1, 1}, false);
  }
  add_sorts(table, {16, 0, 1, 1}, false);
  add_sorts(table, {65536, 64, 1, 1}, true);
  add_top_k(table, {65000, 64, 1, 1}, 40, true);
  add_argmax(table, {128000, 64, 1, 1}, true);
}

}  // namespace tern::harness

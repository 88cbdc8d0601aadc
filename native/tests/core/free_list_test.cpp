#include "core/free_list.h"

#include "tests/support/check.h"

namespace tern {
namespace core_free_list_test {

void takes_the_best_fit() {
  FreeList list;
  const std::size_t a = list.take(100);
  list.take(10);
  const std::size_t b = list.take(50);
  list.take(10);
  list.give_back(a, 100);
  list.give_back(b, 50);
  CHECK_EQUAL(list.take(40), b);
  CHECK_EQUAL(list.take(90), a);
  CHECK_EQUAL(list.peak(), 170u);
}

void merges_neighbours() {
  FreeList list;
  const std::size_t a = list.take(10);
  const std::size_t b = list.take(20);
  const std::size_t c = list.take(30);
  list.take(1);
  list.give_back(a, 10);
  list.give_back(c, 30);
  list.give_back(b, 20);
  CHECK_EQUAL(list.take(60), a);
  CHECK_EQUAL(list.peak(), 61u);
}

void extends_the_last_range() {
  FreeList list;
  list.take(10);
  const std::size_t b = list.take(20);
  list.give_back(b, 20);
  CHECK_EQUAL(list.take(25), b);
  CHECK_EQUAL(list.peak(), 35u);
}

}  // namespace core_free_list_test

void test_core_free_list(TestTable& tests) {
  using namespace core_free_list_test;
  tests.add("core_free_list", "takes the best fit", takes_the_best_fit);
  tests.add("core_free_list", "merges neighbours", merges_neighbours);
  tests.add("core_free_list", "extends the last range", extends_the_last_range);
}

}  // namespace tern

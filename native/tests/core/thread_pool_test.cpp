#include "core/thread_pool.h"

#include <atomic>

#include "core/barrier.h"
#include "tern/error.h"
#include "tests/support/check.h"

namespace tern {
namespace core_thread_pool_test {

void calls_each_thread_once() {
  ThreadPool pool(4);
  CHECK_EQUAL(pool.size(), 4);
  std::vector<int> calls(4);
  for (int round = 0; round < 100; ++round) {
    pool.run([&](int thread) { ++calls[static_cast<std::size_t>(thread)]; });
  }
  for (const int count : calls) CHECK_EQUAL(count, 100);
}

void waits_for_all_at_a_barrier() {
  constexpr int threads = 3;
  constexpr int rounds = 200;
  ThreadPool pool(threads);
  Barrier barrier(threads);
  std::atomic<int> arrived = 0;
  std::atomic<int> early = 0;
  pool.run([&](int) {
    for (int round = 1; round <= rounds; ++round) {
      ++arrived;
      barrier.wait();
      if (arrived < round * threads) ++early;
      barrier.wait();
    }
  });
  CHECK_EQUAL(early.load(), 0);
  CHECK_EQUAL(arrived.load(), rounds * threads);
}

void refuses_odd_numbers_of_threads() {
  CHECK_THROWS(RequestError, "expected 1 to 1024 threads, got 0", ThreadPool(0));
  CHECK_THROWS(RequestError, "got -3", ThreadPool(-3));
  CHECK_THROWS(RequestError, "got 5000", ThreadPool(5000));
}

}  // namespace core_thread_pool_test

void test_core_thread_pool(TestTable& tests) {
  using namespace core_thread_pool_test;
  tests.add("core_thread_pool", "calls each thread once", calls_each_thread_once);
  tests.add("core_thread_pool", "waits for all at a barrier", waits_for_all_at_a_barrier);
  tests.add("core_thread_pool", "refuses odd numbers of threads", refuses_odd_numbers_of_threads);
}

}  // namespace tern

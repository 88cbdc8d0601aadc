#include "tools/bench/limits.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <vector>

#include "backends/cpu/simd/table.h"
#include "core/text.h"
#include "core/thread_pool.h"

namespace tern::tools {
namespace tool_limits {

using Clock = std::chrono::steady_clock;

/// The best of some rounds: what disturbs only takes away.
template <class Work>
double best_seconds(ThreadPool& threads, const Work& work) {
  double best = 1e9;
  for (int round = 0; round < 7; ++round) {
    const auto start = Clock::now();
    threads.run(work);
    best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return best;
}

/// Far more than any cache holds, each thread its own part.
double read_rate(ThreadPool& threads) {
  constexpr std::size_t per_thread = std::size_t{32} << 20;
  const auto count = static_cast<std::size_t>(threads.size());
  const std::vector<std::uint64_t> memory(per_thread * count, 1);
  std::vector<std::uint64_t> sums(count * 8);
  const double seconds = best_seconds(threads, [&](int thread) {
    const auto* begin = memory.data() + per_thread * static_cast<std::size_t>(thread);
    sums[static_cast<std::size_t>(thread) * 8] =
        std::accumulate(begin, begin + per_thread, std::uint64_t{0});
  });
  return static_cast<double>(memory.size() * sizeof(std::uint64_t)) / seconds;
}

double operation_rate(ThreadPool& threads, std::int64_t (*spin)(std::int64_t)) {
  constexpr std::int64_t rounds = 2'000'000;
  std::vector<std::int64_t> done(static_cast<std::size_t>(threads.size()));
  const double seconds = best_seconds(
      threads, [&](int thread) { done[static_cast<std::size_t>(thread)] = spin(rounds); });
  return static_cast<double>(std::accumulate(done.begin(), done.end(), std::int64_t{0})) / seconds;
}

}  // namespace tool_limits

std::string Limits::text() const {
  return concat("limits: ", bytes_per_second * 1e-9, " GB/s read, ",
                float_operations_per_second * 1e-9, " GFLOP/s, ", byte_operations_per_second * 1e-9,
                " GOP/s of bytes\n");
}

std::string Limits::json() const {
  return concat("{\"bytes_per_second\": ", bytes_per_second,
                ", \"float_operations_per_second\": ", float_operations_per_second,
                ", \"byte_operations_per_second\": ", byte_operations_per_second, "}");
}

Limits measure_limits(int threads) {
  using namespace tool_limits;
  ThreadPool pool(threads);
  const SimdKernels& simd = choose_simd();
  return {read_rate(pool), operation_rate(pool, simd.spin_floats),
          operation_rate(pool, simd.spin_bytes)};
}

}  // namespace tern::tools

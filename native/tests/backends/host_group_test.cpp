#include "backends/host/group.h"

#include <array>

#include "tests/support/check.h"

namespace tern {
namespace backends_host_group_test {

constexpr std::array orders{HostOrder::forward, HostOrder::reverse, HostOrder::random};

/// Each thread writes one number and reads that of its neighbour on either side.
bool neighbours_agree(HostOrder order, bool with_barrier) {
  constexpr std::uint32_t n = 32;
  std::array<int, n> shared{};
  bool right = true;
  const HostGroup group{{}, n, 8, order};
  group.run([&] {
    const std::uint32_t me = host_thread().thread;
    shared[me] = static_cast<int>(me) + 1;
    if (with_barrier) host_barrier();
    for (const std::uint32_t other : {(me + 1) % n, (me + n - 1) % n})
      right = right && shared[other] == static_cast<int>(other) + 1;
  });
  return right;
}

void a_missing_barrier_shows() {
  for (const HostOrder order : orders) {
    CHECK(neighbours_agree(order, true));
    CHECK(!neighbours_agree(order, false));
  }
}

/// Each subgroup writes a number that all read, and writes another after its lanes have met.
bool all_read_the_first(HostOrder order, bool with_barrier) {
  std::array<float, 4> shared{};
  bool right = true;
  const HostGroup group{{}, 16, 4, order};
  group.run([&] {
    const HostThread& me = host_thread();
    if (me.lane == 0) shared[me.subgroup] = 1.0f;
    host_barrier();
    for (const float number : shared) right = right && number == 1.0f;
    if (with_barrier) host_barrier();
    const float sum = host_sum_lanes(1.0f);
    if (me.lane == 0) shared[me.subgroup] = sum;
  });
  return right;
}

void a_subgroup_may_run_ahead() {
  for (const HostOrder order : orders) {
    CHECK(all_read_the_first(order, true));
    CHECK(!all_read_the_first(order, false));
  }
}

void lanes_add_up() {
  for (const HostOrder order : orders) {
    for (const std::uint32_t lanes : {1u, 4u, 16u, 64u}) {
      const HostGroup group{{}, 64, lanes, order};
      bool right = true;
      group.run([&] {
        const auto first = static_cast<float>(host_thread().subgroup * lanes);
        const auto me = static_cast<float>(host_thread().thread);
        const auto n = static_cast<float>(lanes);
        for (int again = 0; again < 3; ++again) {
          right = right && host_sum_lanes(me) == n * first + n * (n - 1.0f) / 2.0f;
          right = right && host_max_lanes(me) == first + n - 1.0f;
        }
      });
      CHECK(right);
    }
  }
}

void threads_that_part_at_a_barrier_are_told() {
  const HostGroup group{{}, 8, 4, HostOrder::forward};
  CHECK(!group.run([] {
    if (host_thread().thread < 2) host_barrier();
    if (host_thread().thread >= 2) host_sum_lanes(1.0f);
  }));
  CHECK(group.run([] { host_barrier(); }));
}

}  // namespace backends_host_group_test

void test_backends_host_group(TestTable& tests) {
  using namespace backends_host_group_test;
  tests.add("backends_host_group", "a missing barrier shows", a_missing_barrier_shows);
  tests.add("backends_host_group", "a subgroup may run ahead", a_subgroup_may_run_ahead);
  tests.add("backends_host_group", "lanes add up", lanes_add_up);
  tests.add("backends_host_group", "threads that part at a barrier are told",
            threads_that_part_at_a_barrier_are_told);
}

}  // namespace tern

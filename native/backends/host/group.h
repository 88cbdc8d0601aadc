#pragma once

#include <array>
#include <cstdint>
#include <functional>

namespace tern {

/// Where in its group and grid the running thread of a kernel is.
struct HostThread {
  std::uint32_t thread = 0;
  std::uint32_t threads = 1;
  std::uint32_t lane = 0;
  std::uint32_t lanes = 1;
  std::uint32_t subgroup = 0;
  std::array<std::uint32_t, 3> group{};
};

/// The order in which the threads of a group run between two barriers. Right kernels give the same
/// in any.
enum class HostOrder { forward, reverse, random };

extern constinit thread_local const HostThread* host_running;

/// The thread that asks. Kernels do so all the time.
inline const HostThread& host_thread() { return *host_running; }
void host_barrier();
float host_sum_lanes(float value);
float host_max_lanes(float value);

/// Runs the threads of one group, as fibers of the calling thread.
struct HostGroup {
  std::array<std::uint32_t, 3> group{};
  std::uint32_t threads = 1;
  std::uint32_t lanes = 1;
  HostOrder order = HostOrder::forward;

  /// False if the threads do not reach the same barrier or the same operation of a subgroup; those
  /// that wait then never end.
  bool run(const std::function<void()>& body) const;
};

}  // namespace tern

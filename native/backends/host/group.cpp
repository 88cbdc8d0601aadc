#include "backends/host/group.h"

#include <algorithm>
#include <deque>
#include <numeric>
#include <random>
#include <vector>

#include "backends/host/fiber.h"

namespace tern {
namespace host_group {

enum class State { ready, at_barrier, in_subgroup, ended };

/// Values that the lanes of a subgroup show each other. Two, as a fast lane may come to the next
/// exchange while a slow one still reads the last.
using Exchange = std::array<std::array<float, 64>, 2>;

/// Runs one subgroup after the other, each as far as it comes without the others: as on a device
/// where one is fast, it then writes what others have not read yet, if nothing keeps it from that.
struct Runner {
  std::deque<Fiber> fibers;
  std::vector<State> state;
  std::vector<HostThread> threads;
  std::vector<unsigned> exchanges;            ///< how many each thread took part in
  std::vector<Exchange> values;               ///< by subgroup
  std::vector<std::size_t> subgroups, lanes;  ///< in the order in which they run
  const std::function<void()>* body = nullptr;
  std::mt19937 random{1};

  void prepare(const HostGroup& group, const std::function<void()>& work);
  bool run(HostOrder order);
  void run_subgroup(std::size_t first);
  bool release_subgroup(std::size_t first);
  std::size_t count(State what) const;
  void wait(State why);
};

Runner& runner() {
  static thread_local Runner one;
  return one;
}

void enter(void*) {
  Runner& r = runner();
  (*r.body)();
  r.state[host_running->thread] = State::ended;
}

std::vector<std::size_t> numbers(std::size_t n, HostOrder order) {
  std::vector<std::size_t> all(n);
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (order == HostOrder::reverse) std::reverse(all.begin(), all.end());
  return all;
}

void Runner::prepare(const HostGroup& group, const std::function<void()>& work) {
  const std::uint32_t width = std::min(group.lanes, group.threads);
  body = &work;
  while (fibers.size() < group.threads) fibers.emplace_back();
  state.assign(group.threads, State::ready);
  exchanges.assign(group.threads, 0);
  subgroups = numbers((group.threads + width - 1) / width, group.order);
  lanes = numbers(width, group.order);
  values.resize(subgroups.size());
  threads.resize(group.threads);
  for (std::uint32_t i = 0; i < group.threads; ++i) {
    threads[i] = {i, group.threads, i % width, width, i / width, group.group};
    fibers[i].start(enter, nullptr);
  }
}

/// Those that wait for each other go on when all are there; false if not all are.
bool Runner::release_subgroup(std::size_t first) {
  const auto begin = state.begin() + static_cast<std::ptrdiff_t>(first);
  const auto end =
      begin + static_cast<std::ptrdiff_t>(std::min(lanes.size(), state.size() - first));
  bool any = false;
  for (auto it = begin; it != end; ++it) {
    if (*it == State::at_barrier || *it == State::ready) return false;
    any = any || *it == State::in_subgroup;
  }
  if (any) std::replace(begin, end, State::in_subgroup, State::ready);
  return any;
}

void Runner::run_subgroup(std::size_t first) {
  do {
    for (const std::size_t lane : lanes) {
      const std::size_t i = first + lane;
      if (i >= state.size() || state[i] != State::ready) continue;
      host_running = &threads[i];
      fibers[i].resume();
    }
  } while (release_subgroup(first));
}

std::size_t Runner::count(State what) const {
  return static_cast<std::size_t>(std::count(state.begin(), state.end(), what));
}

bool Runner::run(HostOrder order) {
  while (true) {
    if (order == HostOrder::random) {
      std::shuffle(subgroups.begin(), subgroups.end(), random);
      std::shuffle(lanes.begin(), lanes.end(), random);
    }
    for (const std::size_t subgroup : subgroups) run_subgroup(subgroup * lanes.size());
    const std::size_t ended = count(State::ended);
    if (ended == state.size()) return true;
    if (ended + count(State::at_barrier) != state.size()) return false;
    std::replace(state.begin(), state.end(), State::at_barrier, State::ready);
  }
}

void Runner::wait(State why) {
  const std::size_t me = host_running->thread;
  state[me] = why;
  fibers[me].yield();
}

/// The values of all lanes of the subgroup.
std::pair<const float*, std::uint32_t> exchange(float value) {
  Runner& r = runner();
  const HostThread& thread = *host_running;
  auto& shown = r.values[thread.subgroup][r.exchanges[thread.thread]++ % 2];
  shown[thread.lane] = value;
  r.wait(State::in_subgroup);
  const auto first = thread.thread - thread.lane;
  return {shown.data(), std::min(thread.lanes, thread.threads - first)};
}

}  // namespace host_group

constinit thread_local const HostThread* host_running = nullptr;

void host_barrier() { host_group::runner().wait(host_group::State::at_barrier); }

float host_sum_lanes(float value) {
  const auto [values, count] = host_group::exchange(value);
  return std::accumulate(values, values + count, 0.0f);
}

float host_max_lanes(float value) {
  const auto [values, count] = host_group::exchange(value);
  return *std::max_element(values, values + count);
}

bool HostGroup::run(const std::function<void()>& body) const {
  host_group::Runner& r = host_group::runner();
  r.prepare(*this, body);
  return r.run(order);
}

}  // namespace tern

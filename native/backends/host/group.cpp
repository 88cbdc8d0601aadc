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

struct Runner {
  std::deque<Fiber> fibers;
  std::vector<State> state;
  std::vector<HostThread> threads;
  std::vector<unsigned> exchanges;  ///< how many each thread took part in
  std::vector<Exchange> values;     ///< by subgroup
  std::vector<std::size_t> order;
  const std::function<void()>* body = nullptr;
  std::size_t running = 0;
  std::mt19937 random{1};

  void prepare(const HostGroup& group, const std::function<void()>& work);
  bool run(const HostGroup& group);
  void pass(const HostGroup& group);
  bool release(const HostGroup& group);
  bool release_subgroups(std::uint32_t lanes);
  void wait(State why);
};

Runner& runner() {
  static thread_local Runner one;
  return one;
}

void enter(void*) {
  Runner& r = runner();
  (*r.body)();
  r.state[r.running] = State::ended;
}

void Runner::prepare(const HostGroup& group, const std::function<void()>& work) {
  body = &work;
  while (fibers.size() < group.threads) fibers.emplace_back();
  state.assign(group.threads, State::ready);
  exchanges.assign(group.threads, 0);
  values.resize((group.threads + group.lanes - 1) / group.lanes);
  threads.resize(group.threads);
  for (std::uint32_t i = 0; i < group.threads; ++i) {
    const std::uint32_t lanes = std::min(group.lanes, group.threads);
    threads[i] = {i, group.threads, i % lanes, lanes, i / lanes, group.group};
    fibers[i].start(enter, nullptr);
  }
  order.resize(group.threads);
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (group.order == HostOrder::reverse) std::reverse(order.begin(), order.end());
}

/// Runs each thread that can go on until it waits or ends.
void Runner::pass(const HostGroup& group) {
  if (group.order == HostOrder::random) std::shuffle(order.begin(), order.end(), random);
  for (const std::size_t i : order) {
    if (state[i] != State::ready) continue;
    running = i;
    fibers[i].resume();
  }
}

bool Runner::release_subgroups(std::uint32_t lanes) {
  bool any = false;
  for (std::size_t first = 0; first < state.size(); first += lanes) {
    const auto begin = state.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = begin + static_cast<std::ptrdiff_t>(std::min<std::size_t>(lanes, state.size() - first));
    const bool all = std::all_of(
        begin, end, [](State s) { return s == State::in_subgroup || s == State::ended; });
    if (!all || std::find(begin, end, State::in_subgroup) == end) continue;
    std::replace(begin, end, State::in_subgroup, State::ready);
    any = true;
  }
  return any;
}

/// Lets those go on that waited for each other; false if there are none.
bool Runner::release(const HostGroup& group) {
  if (release_subgroups(threads[0].lanes)) return true;
  const bool all = std::all_of(state.begin(), state.end(), [](State s) {
    return s == State::at_barrier || s == State::ended;
  });
  if (!all) return false;
  std::replace(state.begin(), state.end(), State::at_barrier, State::ready);
  static_cast<void>(group);
  return true;
}

bool Runner::run(const HostGroup& group) {
  while (true) {
    pass(group);
    if (std::count(state.begin(), state.end(), State::ended) ==
        static_cast<std::ptrdiff_t>(state.size()))
      return true;
    if (!release(group)) return false;
  }
}

void Runner::wait(State why) {
  const std::size_t me = running;
  state[me] = why;
  fibers[me].yield();
}

/// The values of all lanes of the subgroup.
std::pair<const float*, std::uint32_t> exchange(float value) {
  Runner& r = runner();
  const std::size_t me = r.running;
  const HostThread& thread = r.threads[me];
  auto& shown = r.values[thread.subgroup][r.exchanges[me]++ % 2];
  shown[thread.lane] = value;
  r.wait(State::in_subgroup);
  const auto first = thread.thread - thread.lane;
  return {shown.data(), std::min(thread.lanes, thread.threads - first)};
}

}  // namespace host_group

const HostThread& host_thread() {
  const host_group::Runner& r = host_group::runner();
  return r.threads[r.running];
}

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
  return r.run(*this);
}

}  // namespace tern

#include "spans.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "pairing.hpp"

namespace buildprof {

namespace {

constexpr std::string_view kTotal = "Total ";
constexpr std::string_view kTotalColon = "Total: ";

std::string_view total_name(std::string_view name) {
  if (name.starts_with(kTotalColon)) {
    return name.substr(kTotalColon.size());
  }
  return name.starts_with(kTotal) ? name.substr(kTotal.size()) : std::string_view{};
}

class Builder {
 public:
  Builder(const Document& document, bool together)
      : in_(document), together_(together), working_(document.threads.size()), process_of_(document.threads.size()) {}

  std::vector<Process> run() {
    group_threads();
    mark_working_threads();
    for (std::uint32_t order = 0; order < in_.events.size(); ++order) {
      add(in_.events[order], order);
    }
    for (auto& [key, marks] : marks_) {
      close(marks);
    }
    for (Process& process : out_) {
      std::sort(process.spans.begin(), process.spans.end(), outer_first);
    }
    return std::move(out_);
  }

 private:
  void group_threads() {
    std::unordered_map<std::string_view, std::uint32_t> index;
    for (std::size_t i = 0; i < in_.threads.size(); ++i) {
      const std::string_view pid = together_ ? std::string_view{} : in_.threads[i].pid;
      const auto [found, added] = index.emplace(pid, static_cast<std::uint32_t>(out_.size()));
      if (added) {
        out_.push_back({});
        out_.back().pid = pid;
      }
      process_of_[i] = found->second;
    }
    for (const auto& [thread, name] : in_.process_names) {
      out_[process_of_[thread]].name = name;
    }
  }

  [[nodiscard]] bool may_be_total(const Event& event) const {
    return event.phase == Phase::kComplete && event.ts == 0 && event.counted && event.measured &&
           !total_name(in_.names[event.name]).empty();
  }

  // Totals stand on threads of their own; a program may call its own events "Total" too.
  void mark_working_threads() {
    for (const Event& event : in_.events) {
      working_[event.thread] = working_[event.thread] || !may_be_total(event);
    }
  }

  void add(const Event& event, std::uint32_t order) {
    Process& process = out_[process_of_[event.thread]];
    switch (event.phase) {
      case Phase::kComplete: complete(event, order, process); break;
      case Phase::kBegin: mark(event, order, false); break;
      case Phase::kEnd: mark(event, order, true); break;
      case Phase::kAsyncBegin: mark(event, order, false); break;
      case Phase::kAsyncEnd: mark(event, order, true); break;
      default: break;
    }
  }

  void complete(const Event& event, std::uint32_t order, Process& process) {
    if (!event.measured) {
      process.unknown.push_back(event.name);
    } else if (may_be_total(event) && !working_[event.thread]) {
      process.totals.push_back({total_name(in_.names[event.name]), event.dur, event.count});
    } else {
      process.spans.push_back({event.ts, event.ts + event.dur, event.detail, event.name,
                               event.thread, order, event.plain});
    }
  }

  // Async events pair within a name, synchronous ones within their thread.
  void mark(const Event& event, std::uint32_t order, bool ends) {
    const bool async = event.phase == Phase::kAsyncBegin || event.phase == Phase::kAsyncEnd;
    const std::uint32_t name = async ? event.name + 1 : 0;
    if (event.timed) {
      marks_[{event.thread, name, async ? event.id : 0}].push_back({&event, order, ends});
    } else if (!ends) {
      out_[process_of_[event.thread]].unknown.push_back(event.name);
    }
  }

  void close(std::vector<Mark>& marks) {
    Process& process = out_[process_of_[marks.front().event->thread]];
    const Pairing found = pair_up(std::move(marks));
    process.spans.insert(process.spans.end(), found.spans.begin(), found.spans.end());
    process.unknown.insert(process.unknown.end(), found.unfinished.begin(), found.unfinished.end());
  }

  const Document& in_;
  bool together_;
  std::vector<bool> working_;
  std::vector<std::uint32_t> process_of_;
  std::vector<Process> out_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::vector<Mark>> marks_;
};

}  // namespace

std::vector<Process> build_processes(const Document& document, bool together) {
  return Builder(document, together).run();
}

}  // namespace buildprof

#include "spans.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace buildprof {

namespace {

bool outer_first(const Span& a, const Span& b) {
  if (a.thread != b.thread) {
    return a.thread < b.thread;
  }
  if (a.ts != b.ts) {
    return a.ts < b.ts;
  }
  return a.end != b.end ? a.end > b.end : a.order > b.order;  // files list a scope when it ends
}

bool nested(std::vector<Span> spans) {
  std::sort(spans.begin(), spans.end(), outer_first);
  std::vector<std::int64_t> open;
  for (const Span& span : spans) {
    while (!open.empty() && open.back() <= span.ts) {
      open.pop_back();
    }
    if (!open.empty() && span.end > open.back()) {
      return false;
    }
    open.push_back(span.end);
  }
  return true;
}

// Begin and end marks of one kind; `ends` tells which is which.
struct Mark {
  const Event* event;
  std::uint32_t order;
  bool ends;
};

struct Pairing {
  std::vector<Span> spans;
  std::vector<std::uint32_t> unfinished;  // names
  bool sound = true;
};

// The last begin belongs to the next end. Ids do not help: clang gives all of them 0.
Pairing pair_in_order(const std::vector<Mark>& marks) {
  Pairing found;
  std::vector<const Mark*> open;
  for (const Mark& mark : marks) {
    if (!mark.ends) {
      open.push_back(&mark);
      continue;
    }
    if (open.empty()) {
      found.sound = false;
      continue;
    }
    const Event& begin = *open.back()->event;
    open.pop_back();
    if (mark.event->ts < begin.ts) {
      found.sound = false;
      found.unfinished.push_back(begin.name);
      continue;
    }
    found.spans.push_back({begin.ts, mark.event->ts, begin.detail, begin.name, begin.thread,
                           mark.order, begin.plain});
  }
  for (const Mark* mark : open) {
    found.unfinished.push_back(mark->event->name);
  }
  found.sound = found.sound && nested(found.spans);
  return found;
}

// By time; at one instant, what began earlier ends before something new begins.
void sort_marks(std::vector<Mark>& marks) {
  std::stable_sort(marks.begin(), marks.end(), [](const Mark& a, const Mark& b) {
    return std::make_tuple(a.event->ts, !a.ends) < std::make_tuple(b.event->ts, !b.ends);
  });
}

// The order of the file where it makes sense, else the order of time.
Pairing pair_up(std::vector<Mark> marks) {
  Pairing as_written = pair_in_order(marks);
  if (as_written.sound) {
    return as_written;
  }
  sort_marks(marks);
  Pairing by_time = pair_in_order(marks);
  return by_time.spans.size() >= as_written.spans.size() ? by_time : as_written;
}

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

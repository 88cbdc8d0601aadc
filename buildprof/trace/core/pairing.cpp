#include "pairing.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace buildprof {

namespace {

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

// By time; at one instant, what began earlier ends before something new begins. Else as in the file.
void sort_marks(std::vector<Mark>& marks) {
  const auto key = [](const Mark& mark) { return std::make_tuple(mark.event->ts, !mark.ends, mark.order); };
  std::sort(marks.begin(), marks.end(), [&](const Mark& a, const Mark& b) { return key(a) < key(b); });
}

}  // namespace

Pairing pair_up(std::vector<Mark> marks) {
  Pairing as_written = pair_in_order(marks);
  if (as_written.sound) {
    return as_written;
  }
  sort_marks(marks);
  Pairing by_time = pair_in_order(marks);
  return by_time.spans.size() >= as_written.spans.size() ? by_time : as_written;
}

}  // namespace buildprof

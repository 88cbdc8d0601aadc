// The rows of one unit, counted span by span.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "flat.hpp"
#include "nest.hpp"
#include "unit.hpp"

namespace buildprof {

// Rows of one family: a span may lie in others of it.
class Family {
 public:
  void add(StringId name, const Span& span) {
    const std::uint32_t index = tallies_.index(name);
    std::int64_t shared = 0;
    const std::int32_t parent = stack_.enter(span.thread, span.ts, span.end, shared);
    if (parent != Stack::kNone) {
      tallies_[static_cast<std::uint32_t>(parent)].row.self -= shared;
    }
    stack_.push(span.thread, span.end, static_cast<std::int32_t>(index));
    Tally& tally = tallies_[index];
    tally.row.name = name;
    ++tally.row.count;
    tally.row.inclusive += span.dur();
    tally.row.self += span.dur();
    tally.row.total += tally.cover.add(span.thread, span.ts, span.end);
  }

  // Sets count what is outermost; in other tables every span counts.
  std::vector<Row> rows(bool count_outermost) {
    std::vector<Row> out;
    out.reserve(tallies_.size());
    for (Tally& tally : tallies_.values()) {
      out.push_back(tally.row);
      if (count_outermost) {
        out.back().count = tally.cover.outermost();
      }
    }
    return out;
  }

 private:
  struct Tally {
    Row row;
    Cover cover;
  };

  Flat<Tally> tallies_;
  Stack stack_;
};

// Files by the chain of includes that reaches them.
class IncludeTree {
 public:
  void add(StringId path, const Span& span) {
    std::int64_t shared = 0;
    const std::int32_t parent = stack_.enter(span.thread, span.ts, span.end, shared);
    const std::uint64_t key = (static_cast<std::uint64_t>(parent + 1) << 32U) | path;
    const std::uint32_t index = nodes_.index(key);
    if (parent != Stack::kNone) {
      nodes_[static_cast<std::uint32_t>(parent)].self -= shared;
    }
    Include& node = nodes_[index];
    node.path = path;
    node.parent = parent;
    ++node.count;
    node.inclusive += span.dur();
    node.self += span.dur();
    stack_.push(span.thread, span.end, static_cast<std::int32_t>(index));
  }

  std::vector<Include> nodes() { return std::move(nodes_.values()); }

 private:
  Flat<Include> nodes_;
  Stack stack_;
};

// Functions, by what the compiler does to them.
class Functions {
 public:
  // `module_end` is when the last module so far ended.
  void generate(StringId name, const Span& span, std::int64_t module_end) {
    Tally& tally = named(name, span);
    const std::int64_t added = tally.codegen.add(span.thread, span.ts, span.end);
    tally.row.codegen += added;
    tally.row.outside += span.end > module_end ? added : 0;
  }

  void optimize(StringId name, const Span& span) {
    Tally& tally = named(name, span);
    tally.row.optimize += tally.optimize.add(span.thread, span.ts, span.end);
  }

  std::vector<FunctionRow> rows() {
    std::vector<FunctionRow> out;
    out.reserve(tallies_.size());
    for (Tally& tally : tallies_.values()) {
      tally.row.count = std::max(tally.codegen.outermost(), 1U);
      out.push_back(tally.row);
    }
    return out;
  }

 private:
  struct Tally {
    FunctionRow row;
    Cover codegen;
    Cover optimize;
  };

  Tally& named(StringId name, const Span& span) {
    Tally& tally = tallies_.at(name);
    tally.row.name = name;
    tally.row.inclusive += span.dur();
    return tally;
  }

  Flat<Tally> tallies_;
};

}  // namespace buildprof

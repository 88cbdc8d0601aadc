#include "unit.hpp"

#include <algorithm>
#include <limits>

#include "flat.hpp"
#include "local.hpp"
#include "names.hpp"
#include "nest.hpp"
#include "text.hpp"

namespace buildprof {

namespace {

struct Tally {
  Row row;
  Cover cover;
};

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
  Flat<Tally> tallies_;
  Stack stack_;
};

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

struct FunctionTally {
  FunctionRow row;
  Cover codegen;
  Cover optimize;
};

class Builder {
 public:
  Builder(const Document& document, const Process& process, const Producer& producer,
          Interner& strings)
      : doc_(document),
        process_(process),
        producer_(producer),
        strings_(strings),
        local_(strings) {}

  Unit run() {
    unit_.producer = &producer_;
    roles();
    for (const Span& span : process_.spans) {
      add(span);
    }
    totals();
    phases();
    rows();
    return std::move(unit_);
  }

 private:
  void roles() {
    roles_.reserve(doc_.names.size());
    for (const std::string_view name : doc_.names) {
      roles_.push_back(producer_.role(name));
    }
    covers_.resize(doc_.names.size());
    name_ids_.resize(doc_.names.size());
  }

  StringId detail(const Span& span) {
    if (span.plain) {
      return span.detail.empty() ? kNoString : local_.id(span.detail);
    }
    bool replaced = false;
    return strings_.id(decode({span.detail, false}, replaced));
  }

  StringId name_id(std::uint32_t name) {
    if (name_ids_[name] == kNoString) {
      name_ids_[name] = strings_.id(doc_.names[name]);
    }
    return name_ids_[name];
  }

  StringId path(const Span& span) {
    const StringId raw = detail(span);
    StringId& tidy = paths_.at(raw);
    if (tidy == kNoString) {
      tidy = strings_.id(tidy_path(strings_.text(raw)));
    }
    return tidy;
  }

  void add(const Span& span) {
    covers_[span.name].add(span.thread, span.ts, span.end);
    if (unit_.shortest < 0 || span.dur() < unit_.shortest) {
      unit_.shortest = span.dur();
    }
    ++unit_.events;
    switch (roles_[span.name]) {
      case Role::kSource: source(span); break;
      case Role::kInstantiate: instantiate(span); break;
      case Role::kFunction: function(span, true); break;
      case Role::kOptimizeFunction: function(span, false); [[fallthrough]];
      case Role::kPass: passes_.add(name_id(span.name), span); break;
      case Role::kNamedPass: passes_.add(detail(span), span); break;
      case Role::kModule: module(span); break;
      default: break;
    }
  }

  void source(const Span& span) {
    const StringId file = path(span);
    includes_.add(file, span);
    headers_.add(file, span);
    if (top_sources_.add(span.thread, span.ts, span.end) > 0 && is_source(strings_.text(file))) {
      unit_.members.push_back(file);
    }
  }

  void instantiate(const Span& span) {
    const StringId name = detail(span);
    templates_.add(name, span);
    Derived& sets = sets_of_.at(name);
    if (sets.set == kNoString) {
      sets = sets_of(name);
    }
    sets_.add(sets.set, span);
    classic_sets_.add(sets.classic, span);
    instantiation_.add(span.thread, span.ts, span.end);
  }

  // Worked out once a session.
  Derived sets_of(StringId name) {
    Derived sets = strings_.derived(name);
    if (sets.set == kNoString) {
      const std::string_view text = strings_.text(name);
      sets.set = strings_.id(collapse(text));
      sets.classic = is_left_alone(text) ? name : sets.set;
      strings_.derive(name, sets);
    }
    return sets;
  }

  void function(const Span& span, bool codegen) {
    const StringId name = detail(span);
    if (name == kNoString) {
      return;
    }
    FunctionTally& tally = functions_.at(name);
    tally.row.name = name;
    Cover& cover = codegen ? tally.codegen : tally.optimize;
    const std::int64_t added = cover.add(span.thread, span.ts, span.end);
    (codegen ? tally.row.codegen : tally.row.optimize) += added;
    tally.row.outside += codegen && span.end > module_end_ ? added : 0;
    tally.row.inclusive += span.dur();
  }

  void module(const Span& span) {
    if (unit_.module == kNoString) {
      unit_.module = path(span);
    }
    module_end_ = std::max(module_end_, span.end);  // modules may lie in one another
  }

  // Rows `Total`: exact for scopes of any length. What they hold beyond the events was too short
  // to be written, which tells how short that is.
  void totals() {
    unit_.totals = !process_.totals.empty();
    for (const Total& total : process_.totals) {
      Row& row = unit_.totals_rows.emplace_back();
      row.name = strings_.id(total.name);
      row.count = static_cast<std::uint32_t>(std::max<std::int64_t>(0, total.count));
      row.total = row.inclusive = total.dur;
      const Cover* const seen = cover(total.name);
      const std::int64_t written = seen ? seen->outermost() : 0;
      const std::int64_t missing = total.count - written;
      // Every span was rounded down, so that up to a microsecond of each is in the difference.
      const std::int64_t time = total.dur - (seen ? seen->total() : 0) - written;
      if (missing > 0) {
        unit_.left_out = std::max(unit_.left_out, time / missing);
      }
    }
  }

  const Cover* cover(std::string_view name) {
    const auto found = std::find(doc_.names.begin(), doc_.names.end(), name);
    return found == doc_.names.end() ? nullptr : &covers_[static_cast<std::size_t>(found - doc_.names.begin())];
  }

  // The time of a phase: what its events cover, or its total where that knows more.
  Time phase(Role role) {
    Time time;
    for (std::size_t name = 0; name < roles_.size(); ++name) {
      if (roles_[name] == role && covers_[name].outermost() > 0) {
        time = time.value_or(0) + covers_[name].total();
      }
    }
    Time whole;
    for (const Total& total : process_.totals) {
      if (producer_.role(total.name) == role) {
        whole = whole.value_or(0) + total.dur;
      }
    }
    if (lost(role) && !whole) {
      return {};
    }
    return whole && (!time || *whole > *time) ? whole : time;
  }

  // Whether an event of this phase came without a duration.
  bool lost(Role role) {
    const auto& names = process_.unknown;
    return std::any_of(names.begin(), names.end(), [&](auto name) { return roles_[name] == role; });
  }

  bool present(Role role) {
    for (std::size_t name = 0; name < roles_.size(); ++name) {
      if (roles_[name] == role && covers_[name].outermost() > 0) {
        return true;
      }
    }
    return std::any_of(process_.totals.begin(), process_.totals.end(),
                       [&](const Total& total) { return producer_.role(total.name) == role; });
  }

  void phases() {
    unit_.total = phase(Role::kRoot);
    unit_.frontend = phase(Role::kFrontend);
    unit_.backend = phase(Role::kBackend);
    unit_.reads_pch = present(Role::kReadAst);
    unit_.writes_ast = present(Role::kWriteAst);
    unit_.optimizer = present(Role::kOptimizer);
    unit_.codegen = present(Role::kCodegen) || present(Role::kModule);
    unit_.process = strings_.id(process_.name);
    if (doc_.began.known) {
      unit_.began = doc_.began.value;
    }
    for (const std::uint32_t name : process_.unknown) {
      unit_.unknown.push_back(strings_.id(doc_.names[name]));
    }
  }

  void rows() {
    unit_.headers = headers_.rows(false);
    unit_.templates = templates_.rows(false);
    unit_.sets = sets_.rows(true);
    unit_.classic_sets = classic_sets_.rows(true);
    unit_.passes = passes_.rows(false);
    unit_.includes = includes_.nodes();
    unit_.instantiation = instantiation_.total();
    for (FunctionTally& tally : functions_.values()) {
      tally.row.count = std::max(tally.codegen.outermost(), 1U);
      unit_.functions.push_back(tally.row);
    }
  }

  const Document& doc_;
  const Process& process_;
  const Producer& producer_;
  Interner& strings_;
  LocalStrings local_;
  Unit unit_;
  std::vector<Role> roles_;
  std::vector<Cover> covers_;      // by name index, as are:
  std::vector<StringId> name_ids_;
  std::int64_t module_end_ = std::numeric_limits<std::int64_t>::min();
  Flat<StringId> paths_;
  Flat<Derived> sets_of_;
  Family headers_, templates_, sets_, classic_sets_, passes_;
  IncludeTree includes_;
  Flat<FunctionTally> functions_;
  Cover top_sources_, instantiation_;
};

}  // namespace

Unit build_unit(const Document& document, const Process& process, const Producer& producer,
                Interner& strings) {
  return Builder(document, process, producer, strings).run();
}

}  // namespace buildprof

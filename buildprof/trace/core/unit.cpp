#include "unit.hpp"

#include <algorithm>
#include <limits>

#include "phases.hpp"
#include "span_names.hpp"
#include "tallies.hpp"

namespace buildprof {

namespace {

class Builder {
 public:
  Builder(const Document& document, const Process& process, const Producer& producer,
          Interner& strings)
      : doc_(document),
        process_(process),
        strings_(strings),
        names_(document, strings),
        phases_(document, process, producer) {
    unit_.producer = &producer;
  }

  Unit run() {
    for (const Span& span : process_.spans) {
      add(span);
    }
    totals();
    times();
    work();
    rows();
    return std::move(unit_);
  }

 private:
  void add(const Span& span) {
    phases_.add(span);
    if (unit_.shortest < 0 || span.dur() < unit_.shortest) {
      unit_.shortest = span.dur();
    }
    ++unit_.events;
    switch (phases_.role(span.name)) {
      case Role::kSource: source(span); break;
      case Role::kInstantiate: instantiate(span); break;
      case Role::kFunction: generate(span); break;
      case Role::kOptimizeFunction: optimize(span); [[fallthrough]];
      case Role::kPass: passes_.add(names_.name(span), span); break;
      case Role::kNamedPass: passes_.add(names_.detail(span), span); break;
      case Role::kModule: module(span); break;
      default: break;
    }
  }

  void source(const Span& span) {
    const StringId file = names_.path(span);
    includes_.add(file, span);
    headers_.add(file, span);
    if (top_sources_.add(span.thread, span.ts, span.end) > 0 && is_source(strings_.text(file))) {
      unit_.members.push_back(file);
    }
  }

  void instantiate(const Span& span) {
    const StringId name = names_.detail(span);
    templates_.add(name, span);
    const Derived sets = names_.sets(name);
    sets_.add(sets.set, span);
    classic_sets_.add(sets.classic, span);
    instantiation_.add(span.thread, span.ts, span.end);
  }

  void generate(const Span& span) {
    if (const StringId name = names_.detail(span); name != kNoString) {
      functions_.generate(name, span, module_end_);
    }
  }

  void optimize(const Span& span) {
    if (const StringId name = names_.detail(span); name != kNoString) {
      functions_.optimize(name, span);
    }
  }

  void module(const Span& span) {
    if (unit_.module == kNoString) {
      unit_.module = names_.path(span);
    }
    module_end_ = std::max(module_end_, span.end);  // modules may lie in one another
  }

  void totals() {
    unit_.totals = !process_.totals.empty();
    for (const Total& total : process_.totals) {
      Row& row = unit_.totals_rows.emplace_back();
      row.name = strings_.id(total.name);
      row.count = static_cast<std::uint32_t>(std::max<std::int64_t>(0, total.count));
      row.total = row.inclusive = total.dur;
      unit_.left_out = std::max(unit_.left_out, left_out(total));
    }
  }

  // A total is exact for scopes of any length. What it holds beyond the events was too short to be
  // written, which tells how short that is.
  [[nodiscard]] std::int64_t left_out(const Total& total) const {
    const Cover* const seen = phases_.cover(total.name);
    const std::int64_t written = seen ? seen->outermost() : 0;
    const std::int64_t missing = total.count - written;
    // Every span was rounded down, so that up to a microsecond of each is in the difference.
    const std::int64_t time = total.dur - (seen ? seen->total() : 0) - written;
    return missing > 0 ? time / missing : 0;
  }

  void times() {
    unit_.total = phases_.time(Role::kRoot);
    unit_.frontend = phases_.time(Role::kFrontend);
    unit_.backend = phases_.time(Role::kBackend);
    if (doc_.began.known) {
      unit_.began = doc_.began.value;
    }
    for (const std::uint32_t name : process_.unknown) {
      unit_.unknown.push_back(strings_.id(doc_.names[name]));
    }
  }

  void work() {
    unit_.process = strings_.id(process_.name);
    unit_.reads_pch = phases_.present(Role::kReadAst);
    unit_.writes_ast = phases_.present(Role::kWriteAst);
    unit_.optimizer = phases_.present(Role::kOptimizer);
    unit_.codegen = phases_.present(Role::kCodegen) || phases_.present(Role::kModule);
  }

  void rows() {
    unit_.headers = headers_.rows(false);
    unit_.templates = templates_.rows(false);
    unit_.sets = sets_.rows(true);
    unit_.classic_sets = classic_sets_.rows(true);
    unit_.passes = passes_.rows(false);
    unit_.includes = includes_.nodes();
    unit_.instantiation = instantiation_.total();
    unit_.functions = functions_.rows();
  }

  const Document& doc_;
  const Process& process_;
  Interner& strings_;
  SpanNames names_;
  Phases phases_;
  Unit unit_;
  std::int64_t module_end_ = std::numeric_limits<std::int64_t>::min();
  Family headers_, templates_, sets_, classic_sets_, passes_;
  IncludeTree includes_;
  Functions functions_;
  Cover top_sources_, instantiation_;
};

}  // namespace

Unit build_unit(const Document& document, const Process& process, const Producer& producer,
                Interner& strings) {
  return Builder(document, process, producer, strings).run();
}

}  // namespace buildprof

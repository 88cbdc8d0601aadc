// What the spans of one document name, as strings of the session; each is worked out once.
#pragma once

#include <vector>

#include "flat.hpp"
#include "local.hpp"
#include "names.hpp"
#include "spans.hpp"
#include "text.hpp"

namespace buildprof {

class SpanNames {
 public:
  // Both must outlive this.
  SpanNames(const Document& document, Interner& strings)
      : doc_(document), strings_(strings), local_(strings), name_ids_(document.names.size()) {}

  StringId name(const Span& span) {
    StringId& id = name_ids_[span.name];
    if (id == kNoString) {
      id = strings_.id(doc_.names[span.name]);
    }
    return id;
  }

  // kNoString where the span has no detail.
  StringId detail(const Span& span) {
    if (span.plain) {
      return span.detail.empty() ? kNoString : local_.id(span.detail);
    }
    bool replaced = false;
    return strings_.id(decode({span.detail, false}, replaced));
  }

  // The detail as a tidy path.
  StringId path(const Span& span) {
    const StringId raw = detail(span);
    StringId& tidy = paths_.at(raw);
    if (tidy == kNoString) {
      tidy = strings_.id(tidy_path(strings_.text(raw)));
    }
    return tidy;
  }

  // The sets that a template belongs to.
  Derived sets(StringId name) {
    Derived& sets = sets_.at(name);
    if (sets.set == kNoString) {
      sets = session_sets(name);
    }
    return sets;
  }

 private:
  // Worked out once a session.
  Derived session_sets(StringId name) {
    Derived sets = strings_.derived(name);
    if (sets.set == kNoString) {
      const std::string_view text = strings_.text(name);
      sets.set = strings_.id(collapse(text));
      sets.classic = is_left_alone(text) ? name : sets.set;
      strings_.derive(name, sets);
    }
    return sets;
  }

  const Document& doc_;
  Interner& strings_;
  LocalStrings local_;
  std::vector<StringId> name_ids_;  // by name index
  Flat<StringId> paths_;
  Flat<Derived> sets_;
};

}  // namespace buildprof

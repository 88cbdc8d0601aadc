#include "phases.hpp"

#include <algorithm>

namespace buildprof {

Phases::Phases(const Document& document, const Process& process, const Producer& producer)
    : doc_(document), process_(process), producer_(producer), covers_(document.names.size()) {
  roles_.reserve(doc_.names.size());
  for (const std::string_view name : doc_.names) {
    roles_.push_back(producer_.role(name));
  }
}

const Cover* Phases::cover(std::string_view name) const {
  const auto found = std::find(doc_.names.begin(), doc_.names.end(), name);
  return found == doc_.names.end() ? nullptr : &covers_[static_cast<std::size_t>(found - doc_.names.begin())];
}

Time Phases::time(Role role) const {
  const Time time = covered(role);
  const Time whole = totalled(role);
  if (lost(role) && !whole) {
    return {};
  }
  return whole && (!time || *whole > *time) ? whole : time;
}

bool Phases::present(Role role) const { return covered(role) || totalled(role); }

Time Phases::covered(Role role) const {
  Time time;
  for (std::size_t name = 0; name < roles_.size(); ++name) {
    if (roles_[name] == role && covers_[name].outermost() > 0) {
      time = time.value_or(0) + covers_[name].total();
    }
  }
  return time;
}

Time Phases::totalled(Role role) const {
  Time whole;
  for (const Total& total : process_.totals) {
    if (producer_.role(total.name) == role) {
      whole = whole.value_or(0) + total.dur;
    }
  }
  return whole;
}

bool Phases::lost(Role role) const {
  const auto& names = process_.unknown;
  return std::any_of(names.begin(), names.end(), [&](auto name) { return roles_[name] == role; });
}

}  // namespace buildprof

#include "producer.hpp"

#include <algorithm>

namespace buildprof {

namespace {

std::vector<const Producer*>& registry() {
  static std::vector<const Producer*> all;
  return all;
}

}  // namespace

Signs::Signs(const Document& document, const Process& process)
    : document_(document), process_(process), seen_(document.names.size()) {
  for (const Span& span : process.spans) {
    seen_[span.name] = true;
  }
  for (const std::uint32_t name : process.unknown) {
    seen_[name] = true;
  }
}

bool Signs::event(std::string_view name) const {
  const auto& names = document_.names;
  const auto found = std::find(names.begin(), names.end(), name);
  return found != names.end() && seen_[static_cast<std::size_t>(found - names.begin())];
}

bool Signs::total(std::string_view name) const {
  return std::any_of(process_.totals.begin(), process_.totals.end(),
                     [&](const Total& total) { return total.name == name; });
}

Registered::Registered(const Producer& producer) { registry().push_back(&producer); }

const Producer* find_producer(const Signs& signs) {
  const auto& all = registry();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const Producer* one) { return one->wrote(signs); });
  return found == all.end() ? nullptr : *found;
}

const Producer* find_producer(std::string_view name) {
  const auto& all = registry();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Producer* one) { return one->name == name; });
  return found == all.end() ? nullptr : *found;
}

}  // namespace buildprof

// What the events of a process and its rows `Total` tell about the phases of its work.
#pragma once

#include <string_view>
#include <vector>

#include "nest.hpp"
#include "producer.hpp"
#include "unit.hpp"

namespace buildprof {

class Phases {
 public:
  // All three must outlive this.
  Phases(const Document& document, const Process& process, const Producer& producer);

  // Takes the spans of the process, in their order.
  void add(const Span& span) { covers_[span.name].add(span.thread, span.ts, span.end); }

  // What the producer means by a name of the document.
  [[nodiscard]] Role role(std::uint32_t name) const { return roles_[name]; }
  // What the events of a name cover, or null where the document lacks the name.
  [[nodiscard]] const Cover* cover(std::string_view name) const;
  // The time of a phase: what its events cover, or its total where that knows more. Unknown where
  // an event came without a duration and no total makes up for it.
  [[nodiscard]] Time time(Role role) const;
  // Whether an event or a total of this phase was seen.
  [[nodiscard]] bool present(Role role) const;

 private:
  [[nodiscard]] Time covered(Role role) const;
  [[nodiscard]] Time totalled(Role role) const;
  [[nodiscard]] bool lost(Role role) const;

  const Document& doc_;
  const Process& process_;
  const Producer& producer_;
  std::vector<Role> roles_;    // by name index, as are:
  std::vector<Cover> covers_;
};

}  // namespace buildprof

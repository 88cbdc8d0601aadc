// ld.lld --time-trace: a link step, whose ThinLTO threads optimise at the same time.
#include "../producer.hpp"

namespace buildprof {

namespace {

bool wrote(const Signs& signs) {
  return signs.event("ExecuteLinker") || signs.total("ExecuteLinker");
}

Role role(std::string_view name) {
  if (name == "ExecuteLinker") {
    return Role::kRoot;
  }
  return name == "OptFunction" ? Role::kFunction : Role::kOther;
}

constexpr Producer kLld{"lld", Work::kLink, wrote, role};
const Registered registered{kLld};

}  // namespace

}  // namespace buildprof

#pragma once

#include <array>
#include <optional>

#include "runtime/devices/cut_plan.h"
#include "runtime/devices/spread.h"

namespace tern {

/// A node computed in parts.
struct CutRule {
  Spread::Kind kind = Spread::Kind::cut;  ///< of the result: cut or addends
  Cut cut{};                              ///< of the result; of addends: that of their inputs
  std::array<std::optional<Cut>, max_sources> sources{};  ///< nothing: all of it on each device
};

/// How the sources of a node are cut; nothing for whole ones.
using SourceCuts = std::array<std::optional<Cut>, max_sources>;

/// How to compute a node in parts; nothing if it must be whole. `plan` says where weights may be
/// cut.
std::optional<CutRule> find_cut_rule(const Tensor& node, const SourceCuts& cuts,
                                     const CutPlan& plan);

}  // namespace tern

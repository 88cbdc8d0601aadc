#pragma once

#include <string>

#include "core/fusion.h"

namespace tern {

/// The labels of all steps of a fused graph; single nodes by their op.
inline std::string fused_labels(const Graph& graph) {
  std::string text;
  for (const FusedStep& step : fuse(graph, all_fusions(), FusionCheck::structural)) {
    text += text.empty() ? "" : " ";
    text += step.pattern != nullptr ? step.pattern->label : std::string(step.result().op->name);
  }
  return text;
}

}  // namespace tern

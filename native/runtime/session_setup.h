#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "models/base/architecture.h"
#include "runtime/devices/cut_plan.h"
#include "tern/session.h"

namespace tern {

/// What the options of a session come to. All throw RequestError for what cannot be.
std::vector<std::string> device_names(const SessionOptions& options);
/// What the devices get of the work; equal shares if nothing is said.
std::vector<double> device_shares(const SessionOptions& options, std::size_t devices);
/// Nothing if the devices do not share layers.
std::optional<CutPlan> device_cuts(const Model& model, const SessionOptions& options,
                                   std::size_t devices);
const Architecture& held_layers(const Model& model, HeldLayers layers);
/// What the session sees of a model.
ModelShape seen_shape(const ModelShape& trained, Sight sight);

}  // namespace tern

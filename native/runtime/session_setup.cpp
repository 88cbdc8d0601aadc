#include "runtime/session_setup.h"

#include "core/text.h"
#include "tern/error.h"

namespace tern {

std::vector<std::string> device_names(const SessionOptions& options) {
  return options.devices.empty() ? std::vector{options.backend} : options.devices;
}

std::vector<double> device_shares(const SessionOptions& options, std::size_t devices) {
  if (options.shares.empty()) return std::vector<double>(devices, 1.0);
  double sum = 0.0;
  bool good = options.shares.size() == devices;
  for (const double share : options.shares) {
    good = good && share >= 0.0;
    sum += share;
  }
  if (!good || !(sum > 0.0)) {
    throw RequestError(concat("[session] expected shares >= 0 of ", devices,
                              " devices, not all of them 0, got ", options.shares.size()));
  }
  return options.shares;
}

std::optional<CutPlan> device_cuts(const Model& model, const SessionOptions& options,
                                   std::size_t devices) {
  if (options.split != DeviceSplit::tensor || devices == 1) return std::nullopt;
  return CutPlan(model, device_shares(options, devices));
}

const Architecture& held_layers(const Model& model, HeldLayers layers) {
  const Architecture& all = model.architecture();
  if (layers == HeldLayers::trunk || all.shape().goes_on) return all;
  if (all.draft_heads() == nullptr) {
    throw RequestError(
        concat("[session] expected a model with draft heads, as the session is to "
               "hold these only, got ",
               model.architecture_name(), " without"));
  }
  return *all.draft_heads();
}

ModelShape seen_shape(const ModelShape& trained, Sight sight) {
  ModelShape shape = trained;
  if (sight != Sight::as_trained) shape.causal = sight == Sight::backward;
  if (!shape.causal && trained.causal && !shape.memory.states().empty())
    throw RequestError("[session] expected sight backward, as layers have states, got all");
  return shape;
}

}  // namespace tern

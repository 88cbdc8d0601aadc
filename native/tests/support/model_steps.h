#pragma once

#include <memory>
#include <string>

#include "models/base/architecture.h"
#include "runtime/step.h"
#include "tern/model.h"

namespace tern {

/// What builds the steps of a model on the processor, without a session.
class ModelSteps {
 public:
  ModelSteps(const Model& model, const MemorySizes& sizes)
      : layers_(model.architecture().shape().layers, {1.0}),
        memory(devices_, layers_, {}, model.architecture().shape(), sizes),
        builder_(model.architecture(), memory, layers_, 1, {}) {}

  std::unique_ptr<Step> build(const StepSize& size, StepExtent extent = StepExtent::current) {
    return builder_.build(size, extent);
  }

 private:
  std::string name_ = "cpu";
  DeviceSet devices_{{&name_, 1}, {}};
  LayerDevices layers_;

 public:
  Memory memory;

 private:
  StepBuilder builder_;
};

}  // namespace tern

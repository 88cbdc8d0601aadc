#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "runtime/compute_memory.h"
#include "runtime/devices/device_set.h"
#include "runtime/devices/layer_devices.h"
#include "runtime/memory.h"
#include "runtime/split.h"
#include "runtime/step.h"
#include "tern/session.h"

namespace tern {

/// What a session does, behind its public face.
class Session::Engine {
 public:
  Engine(std::shared_ptr<const Model> model, const SessionOptions& options);

  std::span<const float> decode(const Batch& batch);
  std::span<const float> embed(const Batch& batch, Pooling pooling);
  MemoryUse memory_use() const;

  const std::shared_ptr<const Model> model;

 private:
  // In this order: each needs those before it.
  const ModelShape shape_;  // of the model, as this session sees it
  const std::int64_t batch_size_;
  const bool flash_attention_;
  DeviceSet devices_;
  LayerDevices layers_;
  std::optional<CutPlan> cuts_;

 public:
  Memory cache;

 private:
  StepBuilder builder_;
  std::optional<ComputeMemory> memory_;
  std::vector<float> rows_;

  std::int64_t most_tokens() const { return std::min(batch_size_, cache.size()); }
  void reserve();
  void compute_rows(const Batch& batch, StepResult result);
  void tell_what_is_whole() const;
  void compute(const Batch& batch, const StepEntries& part, StepResult result);
  void fill_inputs(const Step& step, std::span<const BatchEntry> entries);
  void keep_rows(const Step& step, const Batch& batch, const StepEntries& part);
};

}  // namespace tern

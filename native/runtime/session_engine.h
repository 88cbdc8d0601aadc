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
#include "runtime/result_rows.h"
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
  DraftRows decode_with_states(const Batch& batch);
  DraftRows draft(const Batch& batch, std::span<const float> states, std::size_t head);
  MemoryUse memory_use() const;

  const std::shared_ptr<const Model> model;

 private:
  /// What is to be computed for a batch.
  struct Work {
    const Batch& batch;
    StepResult result = StepResult::logits;
    bool hands_on = false;
    std::span<const float> states{};  // handed on, a row for each entry
    std::size_t draft_head = 0;
  };

  // In this order: each needs those before it.
  const Architecture& architecture_;
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
  ResultRows rows_;
  ResultRows states_;

  std::int64_t most_tokens() const { return std::min(batch_size_, cache.size()); }
  void reserve();
  void expect_no_states() const;
  void compute_rows(const Work& work);
  void tell_what_is_whole() const;
  void compute(const Work& work, const StepEntries& part);
  void fill_inputs(const Step& step, std::span<const BatchEntry> entries);
  void fill_states(const Step& step, const Work& work, const StepEntries& part);
  StepSize largest_step(std::int64_t sequences) const;
};

}  // namespace tern

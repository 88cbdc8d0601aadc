#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "models/base/architecture.h"
#include "runtime/devices/cut_plan.h"
#include "runtime/devices/device_set.h"
#include "runtime/devices/layer_devices.h"
#include "runtime/memory_part.h"
#include "runtime/tensor_store.h"

namespace tern {

struct MemorySizes {
  std::int64_t cells = 0;      ///< tokens of all sequences
  std::int64_t sequences = 1;  ///< that have a state at once
  Type type = Type::f32;       ///< of cells; states are F32
  std::int64_t step = 1;       ///< most tokens of a step
  bool whole_windows = false;  ///< keep what sliding windows show no more
};

/// All that a session keeps between steps: a part per window of the model and one for its states.
class Memory {
 public:
  /// `shape` must outlive this object. Throws RequestError for a type that cells cannot have.
  /// Each tensor is where its layer is; with `cuts` in parts where they say so, else on the first.
  Memory(const DeviceSet& devices, const LayerDevices& layers, const std::optional<CutPlan>& cuts,
         const ModelShape& shape, const MemorySizes& sizes);

  std::int64_t size() const { return sizes_.cells; }
  /// Tokens in the fullest window.
  std::int64_t used() const;
  std::size_t bytes() const { return store_.bytes(); }
  const TensorStore& store() const { return store_; }
  std::int64_t most_sequences() const { return sizes_.sequences; }
  bool has_states() const { return !states_.empty(); }

  /// See MemoryPart.
  void expect_room(std::span<const BatchEntry> entries) const;
  void place(std::span<const BatchEntry> entries);
  void undo();
  void keep();
  void add_inputs(StepContext& step, StepExtent extent) const;
  void fill_inputs(const StepContext& step, std::span<const BatchEntry> entries) const;
  std::int32_t next_position(std::int32_t sequence) const;
  void forget(std::int32_t sequence, std::int32_t first, std::int32_t last);
  void copy(std::int32_t from, std::int32_t to, std::int32_t first, std::int32_t last);
  std::set<std::int32_t> sequences() const;
  void shift(const PositionShift& shift);

  /// One sequence, or all, with a head that says what kind of memory it is of.
  void save(StateWriter& writer, std::optional<std::int32_t> sequence) const;
  /// Throws RequestError or FileError, and changes nothing, if the state is not of such a memory.
  void restore(StateReader& reader, std::optional<std::int32_t> sequence);

 private:
  void add_tensors(const LayerDevices& layers, const std::optional<CutPlan>& cuts);
  Tensor* add_cells(const CellMemory& cell, std::size_t device, const std::optional<CutPlan>& cuts);
  std::int64_t cells_of(std::size_t window) const;
  void add_part(std::size_t window);
  std::string description() const;

  Backend& inputs_;  // where inputs are written
  const ModelShape& shape_;
  MemorySizes sizes_;
  std::size_t windows_;
  TensorStore store_;
  std::vector<Tensor*> cells_;   // by slot
  std::vector<Tensor*> states_;  // by slot
  // States first: they refuse what cells would do.
  std::vector<std::unique_ptr<MemoryPart>> parts_;
  std::vector<const class CellPart*> tables_;
};

}  // namespace tern

#include "models/blocks/compressor.h"

#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>
#include <vector>

#include "core/text.h"
#include "ops/binary.h"
#include "ops/concat.h"
#include "ops/copy.h"
#include "ops/get_rows.h"
#include "ops/layout.h"
#include "ops/reduce.h"
#include "ops/rope.h"
#include "ops/set_rows.h"
#include "ops/softmax.h"

namespace tern {
namespace blocks_compressor {

using Plan = std::shared_ptr<const RunPlan>;

Plan plan_of(const StepContext& step, const Compressor& c) {
  return step.views[c.window].runs(c.ratio);
}

/// A list of the plan as an input; layers with equal runs share it.
template <class Value>
Tensor* list(const StepContext& step, const Compressor& c, const Shape& shape, const char* name,
             std::vector<Value> RunPlan::* member) {
  const Type type = std::is_same_v<Value, float> ? Type::f32 : Type::i32;
  return step.input(
      type, shape, concat("runs of ", c.ratio, " ", name),
      [plan = plan_of(step, c), member](std::span<const BatchEntry>, std::span<std::byte> bytes) {
        std::memcpy(bytes.data(), ((*plan).*member).data(), bytes.size());
      });
}

/// The place of each token in its run: I32 [tokens].
Tensor* places(const StepContext& step, std::int64_t ratio) {
  return step.input(Type::i32, {step.count, 1, 1, 1}, concat("places in runs of ", ratio),
                    [ratio](std::span<const BatchEntry> entries, std::span<std::byte> bytes) {
                      std::vector<std::int32_t> values;
                      values.reserve(entries.size());
                      for (const BatchEntry& entry : entries)
                        values.push_back(entry.position % static_cast<std::int32_t>(ratio));
                      std::memcpy(bytes.data(), values.data(), bytes.size());
                    });
}

/// Of those who are missing, but not where all are: softmax must have something.
std::vector<float> penalties(const RunPlan& plan, std::size_t ratio, bool overlaps) {
  std::vector<float> values;
  const auto append = [&](const std::vector<std::int32_t>& cells, std::size_t run) {
    for (std::size_t i = run * ratio; i < (run + 1) * ratio; ++i) {
      const bool missing = cells[i] < 0 && plan.new_ends[run] >= 0;
      values.push_back(missing ? -std::numeric_limits<float>::infinity() : 0.0f);
    }
  };
  for (std::size_t run = 0; run < plan.new_ends.size(); ++run) {
    if (overlaps) append(plan.before, run);
    append(plan.members, run);
  }
  return values;
}

Tensor* penalty(const StepContext& step, const Compressor& c) {
  const Plan plan = plan_of(step, c);
  const auto ratio = static_cast<std::size_t>(c.ratio);
  return step.input(
      Type::f32, {1, c.overlaps ? 2 * c.ratio : c.ratio, plan->fresh, 1},
      concat("runs of ", c.ratio, c.overlaps ? " overlapping" : "", " penalties"),
      [plan, ratio, overlaps = c.overlaps](std::span<const BatchEntry>, std::span<std::byte> out) {
        std::memcpy(out.data(), penalties(*plan, ratio, overlaps).data(), out.size());
      });
}

Tensor* keep(const StepContext& step, const Compressor& c, MemorySlot slot, Tensor* x) {
  return set_rows(step.graph, step.cells[static_cast<std::size_t>(slot)], x,
                  step.views[c.window].cells);
}

/// The rows of the tokens of the runs that end in the step: [size, tokens of each, runs].
Tensor* gather(const StepContext& step, const Compressor& c, Tensor* memory) {
  Graph& graph = step.graph;
  const std::int64_t fresh = plan_of(step, c)->fresh;
  const auto part = [&](std::int64_t first, Tensor* cells) {
    Tensor* rows = view(graph, memory, {c.size, memory->shape[1], 1, 1}, memory->stride,
                        row_bytes(memory->type, first));
    return reshape(graph, get_rows(graph, rows, cells), {c.size, c.ratio, fresh, 1});
  };
  const Shape shape{c.ratio * fresh, 1, 1, 1};
  Tensor* members = list(step, c, shape, "members", &RunPlan::members);
  if (!c.overlaps) return part(0, members);
  Tensor* before = part(0, list(step, c, shape, "before", &RunPlan::before));
  return concat_tensors(graph, before, part(c.size, members), 1);
}

Tensor* across(Graph& graph, Tensor* x) { return cont(graph, permute(graph, x, {1, 0, 2, 3})); }

}  // namespace blocks_compressor

Compressor load_compressor(Weights& weights, MemoryLayout& memory, const std::string& name,
                           std::int64_t layer, std::int64_t embedding, const NormConfig& norm,
                           const Compressor& common) {
  Compressor c = common;
  const std::int64_t width = c.overlaps ? 2 * c.size : c.size;
  c.rows = load_linear(weights, name + "_kv", embedding, width);
  c.scores = load_linear(weights, name + "_gate", embedding, width);
  c.places = weights.require(name + "_ape.weight", {width, c.ratio, 1, 1});
  c.norm = load_norm(weights, name + "_norm", c.size, norm);
  c.row_slot = memory.add_cells(MemoryKind::run_members, layer, width);
  c.score_slot = memory.add_cells(MemoryKind::run_members, layer, width);
  c.run_slot = memory.add_cells(MemoryKind::runs, layer, c.size);
  c.window = static_cast<std::size_t>(memory.window({}));
  return c;
}

Tensor* compress(const StepContext& step, const Compressor& c, Tensor* x) {
  using namespace blocks_compressor;
  Graph& graph = step.graph;
  const std::int64_t fresh = plan_of(step, c)->fresh;
  Tensor* added = get_rows(graph, c.places, places(step, c.ratio));
  Tensor* scores = add(graph, apply(graph, c.scores, x), added);
  Tensor* rows = gather(step, c, keep(step, c, c.row_slot, apply(graph, c.rows, x)));
  scores = gather(step, c, keep(step, c, c.score_slot, scores));
  scores = across(graph, add(graph, scores, penalty(step, c)));
  rows = mul(graph, across(graph, rows), softmax(graph, scores, nullptr, 1.0f));
  rows = reshape(graph, sum_rows(graph, rows), {c.size, fresh, 1, 1});
  rows = reshape(graph, apply(graph, c.norm, rows), {c.size, 1, fresh, 1});
  Tensor* starts = list(step, c, {fresh, 1, 1, 1}, "starts", &RunPlan::starts);
  rows = rope(graph, rows, starts, c.rotary.divisors, c.rotary.params);
  Tensor* ends = list(step, c, {fresh, 1, 1, 1}, "new ends", &RunPlan::new_ends);
  return set_rows(graph, step.cells[static_cast<std::size_t>(c.run_slot)],
                  reshape(graph, rows, {c.size, fresh, 1, 1}), ends);
}

Tensor* run_rows(const StepContext& step, const Compressor& c, Tensor* memory) {
  using namespace blocks_compressor;
  const Shape shape{plan_of(step, c)->count, 1, 1, 1};
  return get_rows(step.graph, memory, list(step, c, shape, "ends", &RunPlan::ends));
}

Tensor* run_mask(const StepContext& step, const Compressor& c) {
  using namespace blocks_compressor;
  const Shape shape{plan_of(step, c)->count, step.count, 1, 1};
  return list(step, c, shape, "mask", &RunPlan::mask);
}

}  // namespace tern

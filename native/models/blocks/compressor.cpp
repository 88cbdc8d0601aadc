#include "models/blocks/compressor.h"

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

Tensor* keep(const StepContext& step, const Compressor& c, MemorySlot slot, Tensor* x) {
  return set_rows(step.graph, step.cells[static_cast<std::size_t>(slot)], x,
                  step.views[c.runs.window].cells);
}

/// The rows of the tokens of the runs that end in the step: [size, tokens of each, runs].
Tensor* gather(const StepContext& step, const Compressor& c, Tensor* memory) {
  Graph& graph = step.graph;
  const std::int64_t fresh = count_fresh_runs(step, c.runs);
  const auto part = [&](std::int64_t first, Tensor* cells) {
    Tensor* rows = view(graph, memory, {c.size, memory->shape[1], 1, 1}, memory->stride,
                        row_bytes(memory->type, first));
    return reshape(graph, get_rows(graph, rows, cells), {c.size, c.runs.ratio, fresh, 1});
  };
  Tensor* members = run_members(step, c.runs);
  if (!c.overlaps) return part(0, members);
  Tensor* before = part(0, members_before(step, c.runs));
  return concat_tensors(graph, before, part(c.size, members), 1);
}

Tensor* across(Graph& graph, Tensor* x) { return cont(graph, permute(graph, x, {1, 0, 2, 3})); }

/// How much each token counts: [tokens of each, size or 1, runs]. Without scores those that are
/// there count alike.
Tensor* weights(const StepContext& step, const Compressor& c, Tensor* x) {
  Graph& graph = step.graph;
  Tensor* scores = missing_members(step, c.runs, c.overlaps);
  if (c.scores.weight != nullptr) {
    Tensor* added = get_rows(graph, c.places, places_in_runs(step, c.runs));
    Tensor* all = keep(step, c, c.score_slot, add(graph, apply(graph, c.scores, x), added));
    scores = add(graph, gather(step, c, all), scores);
  }
  return softmax(graph, across(graph, scores), nullptr, 1.0f);
}

/// rows: [size, runs]
Tensor* turn(const StepContext& step, const Compressor& c, Tensor* rows) {
  if (!c.rotary) return rows;
  const std::int64_t fresh = rows->shape[1];
  const RopeParams& p = c.rotary->params;
  Tensor* starts = fresh_run_starts(step, c.runs, has_sections(p.mode));
  rows = reshape(step.graph, rows, {c.size, 1, fresh, 1});
  rows = rope(step.graph, rows, starts, c.rotary->divisors, p);
  return reshape(step.graph, rows, {c.size, fresh, 1, 1});
}

}  // namespace blocks_compressor

void add_run_memory(MemoryLayout& memory, std::int64_t layer, Compressor& c) {
  const std::int64_t width = c.overlaps ? 2 * c.size : c.size;
  c.row_slot = memory.add_cells(MemoryKind::run_members, layer, width);
  if (c.scores.weight != nullptr)
    c.score_slot = memory.add_cells(MemoryKind::run_members, layer, width);
  c.run_slot = memory.add_cells(MemoryKind::runs, layer, c.size);
  c.runs.window = static_cast<std::size_t>(memory.window({}));
}

Compressor load_compressor(Weights& weights, MemoryLayout& memory, const std::string& name,
                           std::int64_t layer, std::int64_t embedding, const NormConfig& norm,
                           const Compressor& common) {
  Compressor c = common;
  const std::int64_t width = c.overlaps ? 2 * c.size : c.size;
  c.rows = load_linear(weights, name + "_kv", embedding, width);
  c.scores = load_linear(weights, name + "_gate", embedding, width);
  c.places = weights.require(name + "_ape.weight", {width, c.runs.ratio, 1, 1});
  c.norm = load_norm(weights, name + "_norm", c.size, norm);
  add_run_memory(memory, layer, c);
  return c;
}

Tensor* compress(const StepContext& step, const Compressor& c, Tensor* x) {
  using namespace blocks_compressor;
  Graph& graph = step.graph;
  Tensor* rows = apply(graph, c.row_norm, apply(graph, c.rows, x));
  rows = gather(step, c, keep(step, c, c.row_slot, rows));
  rows = mul(graph, across(graph, rows), weights(step, c, x));
  rows = reshape(graph, sum_rows(graph, rows), {c.size, rows->shape[2], 1, 1});
  rows = turn(step, c, apply(graph, c.norm, rows));
  return set_rows(graph, step.cells[static_cast<std::size_t>(c.run_slot)], rows,
                  fresh_run_ends(step, c.runs));
}

Tensor* run_rows(const StepContext& step, const Compressor& c, Tensor* memory) {
  return get_rows(step.graph, memory, run_ends(step, c.runs));
}

}  // namespace tern

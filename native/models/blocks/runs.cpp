#include "models/blocks/runs.h"

#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/text.h"

namespace tern {
namespace blocks_runs {

using Plan = std::shared_ptr<const RunPlan>;

Plan plan_of(const StepContext& step, const Runs& runs) {
  return step.views[runs.window].runs(runs.ratio);
}

/// What `make` makes of the plan, or of the entries of the step.
template <class Make>
Tensor* input(const StepContext& step, const Runs& runs, const Shape& shape, const char* name,
              Make make) {
  using Value =
      typename std::invoke_result_t<Make, const RunPlan&, std::span<const BatchEntry>>::value_type;
  const Type type = std::is_same_v<Value, float> ? Type::f32 : Type::i32;
  return step.input(type, shape, concat("runs of ", runs.ratio, " in ", runs.window, ": ", name),
                    [plan = plan_of(step, runs), make](std::span<const BatchEntry> entries,
                                                       std::span<std::byte> bytes) {
                      const std::vector<Value> values = make(*plan, entries);
                      std::memcpy(bytes.data(), values.data(), bytes.size());
                    });
}

/// A list of the plan as it is.
template <class Value>
Tensor* list(const StepContext& step, const Runs& runs, const Shape& shape, const char* name,
             std::vector<Value> RunPlan::* member) {
  return input(step, runs, shape, name,
               [member](const RunPlan& plan, std::span<const BatchEntry>) { return plan.*member; });
}

std::vector<float> penalties(const RunPlan& plan, std::size_t ratio, bool with_before) {
  std::vector<float> values;
  const auto append = [&](const std::vector<std::int32_t>& cells, std::size_t run) {
    for (std::size_t i = run * ratio; i < (run + 1) * ratio; ++i) {
      const bool missing = cells[i] < 0 && plan.new_ends[run] >= 0;
      values.push_back(missing ? -std::numeric_limits<float>::infinity() : 0.0f);
    }
  };
  for (std::size_t run = 0; run < plan.new_ends.size(); ++run) {
    if (with_before) append(plan.before, run);
    append(plan.members, run);
  }
  return values;
}

/// All kinds of position but the last are equal in text.
std::vector<std::int32_t> in_sections(const std::vector<std::int32_t>& positions) {
  std::vector<std::int32_t> values;
  for (int kind = 0; kind < 3; ++kind)
    values.insert(values.end(), positions.begin(), positions.end());
  values.resize(4 * positions.size(), 0);
  return values;
}

}  // namespace blocks_runs

std::int64_t count_runs(const StepContext& step, const Runs& runs) {
  return blocks_runs::plan_of(step, runs)->count;
}

std::int64_t count_fresh_runs(const StepContext& step, const Runs& runs) {
  return blocks_runs::plan_of(step, runs)->fresh;
}

Tensor* run_ends(const StepContext& step, const Runs& runs) {
  const Shape shape{count_runs(step, runs), 1, 1, 1};
  return blocks_runs::list(step, runs, shape, "ends", &RunPlan::ends);
}

Tensor* fresh_run_ends(const StepContext& step, const Runs& runs) {
  const Shape shape{count_fresh_runs(step, runs), 1, 1, 1};
  return blocks_runs::list(step, runs, shape, "new ends", &RunPlan::new_ends);
}

Tensor* fresh_run_starts(const StepContext& step, const Runs& runs, bool sections) {
  const std::int64_t fresh = count_fresh_runs(step, runs);
  if (!sections) return blocks_runs::list(step, runs, {fresh, 1, 1, 1}, "starts", &RunPlan::starts);
  return blocks_runs::input(step, runs, {4 * fresh, 1, 1, 1}, "starts in sections",
                            [](const RunPlan& plan, std::span<const BatchEntry>) {
                              return blocks_runs::in_sections(plan.starts);
                            });
}

Tensor* run_members(const StepContext& step, const Runs& runs) {
  const Shape shape{runs.ratio * count_fresh_runs(step, runs), 1, 1, 1};
  return blocks_runs::list(step, runs, shape, "members", &RunPlan::members);
}

Tensor* members_before(const StepContext& step, const Runs& runs) {
  const Shape shape{runs.ratio * count_fresh_runs(step, runs), 1, 1, 1};
  return blocks_runs::list(step, runs, shape, "members before", &RunPlan::before);
}

Tensor* missing_members(const StepContext& step, const Runs& runs, bool with_before) {
  const std::int64_t members = with_before ? 2 * runs.ratio : runs.ratio;
  const auto ratio = static_cast<std::size_t>(runs.ratio);
  return blocks_runs::input(step, runs, {1, members, count_fresh_runs(step, runs), 1},
                            with_before ? "missing, also before" : "missing",
                            [ratio, with_before](const RunPlan& plan, std::span<const BatchEntry>) {
                              return blocks_runs::penalties(plan, ratio, with_before);
                            });
}

Tensor* run_mask(const StepContext& step, const Runs& runs) {
  const Shape shape{count_runs(step, runs), step.count, 1, 1};
  return blocks_runs::list(step, runs, shape, "mask", &RunPlan::mask);
}

Tensor* places_in_runs(const StepContext& step, const Runs& runs) {
  return blocks_runs::input(
      step, runs, {step.count, 1, 1, 1}, "places",
      [ratio = runs.ratio](const RunPlan&, std::span<const BatchEntry> entries) {
        std::vector<std::int32_t> values;
        for (const BatchEntry& entry : entries)
          values.push_back(entry.position % static_cast<std::int32_t>(ratio));
        return values;
      });
}

Tensor* runs_of_cells(const StepContext& step, const Runs& runs) {
  const Shape shape{step.views[runs.window].visible, 1, 1, 1};
  return blocks_runs::list(step, runs, shape, "of cells", &RunPlan::of_cell);
}

}  // namespace tern

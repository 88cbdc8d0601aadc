#pragma once

#include <cstddef>
#include <cstdint>

#include "models/base/step_context.h"

namespace tern {

/// Whole runs of tokens in the cells of a window. Each function gives an input of the graph (see
/// RunPlan); layers with equal runs share it.
struct Runs {
  std::int64_t ratio = 0;  ///< tokens of a run
  std::size_t window = 0;
};

std::int64_t count_runs(const StepContext& step, const Runs& runs);
/// Those that end in the step.
std::int64_t count_fresh_runs(const StepContext& step, const Runs& runs);

/// Cells of the last tokens: I32 [runs], and of runs that end in the step: I32 [fresh].
Tensor* run_ends(const StepContext& step, const Runs& runs);
Tensor* fresh_run_ends(const StepContext& step, const Runs& runs);
/// Positions of the first tokens of runs that end in the step: I32 [fresh]; [4 * fresh], if rope
/// has sections.
Tensor* fresh_run_starts(const StepContext& step, const Runs& runs, bool sections);
/// Cells of the tokens of runs that end in the step, or of the run before: I32 [ratio * fresh].
Tensor* run_members(const StepContext& step, const Runs& runs);
Tensor* members_before(const StepContext& step, const Runs& runs);
/// -infinity for those of them that are missing: F32 [1, ratio, fresh], [1, 2 * ratio, fresh] with
/// the run before. A softmax must have something, so not where all are.
Tensor* missing_members(const StepContext& step, const Runs& runs, bool with_before);

/// Who sees them: F32 [runs, tokens], 0 or -infinity.
Tensor* run_mask(const StepContext& step, const Runs& runs);
/// The place of each token of the step in its run: I32 [tokens].
Tensor* places_in_runs(const StepContext& step, const Runs& runs);
/// The run of each visible cell: I32 [visible].
Tensor* runs_of_cells(const StepContext& step, const Runs& runs);

}  // namespace tern

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "models/base/architecture.h"
#include "models/base/weights.h"
#include "models/blocks/linear.h"
#include "models/blocks/norm.h"
#include "models/blocks/rotary.h"
#include "models/blocks/runs.h"

namespace tern {

/// Makes one short row out of each whole run of tokens: the rows of its tokens, weighed element by
/// element by a softmax of scores over the tokens. Where runs overlap, the tokens of the run before
/// take part too, each with a row of its own for that.
struct Compressor {
  Runs runs;
  std::int64_t size = 0;  ///< elements of a row
  bool overlaps = false;  ///< tokens have two rows; the first is for the run that comes next
  Linear rows;
  Norm row_norm;                 ///< (optional) of the rows of tokens
  Linear scores;                 ///< (optional) none: a row is the mean
  Tensor* places = nullptr;      ///< [size (twice, if runs overlap), ratio]: added to scores
  Norm norm;                     ///< (optional) of what comes out
  std::optional<Rotary> rotary;  ///< (optional) of the first token of the run
  MemorySlot row_slot = 0, score_slot = 0, run_slot = 0;
};

/// Asks for the memory of one that has all else.
void add_run_memory(MemoryLayout& memory, std::int64_t layer, Compressor& compressor);

/// Loads "<name>_kv", "_gate", "_ape" and "_norm", and asks for memory. `common` has the ratio,
/// size, overlaps and rotary.
Compressor load_compressor(Weights& weights, MemoryLayout& memory, const std::string& name,
                           std::int64_t layer, std::int64_t embedding, const NormConfig& norm,
                           const Compressor& common);

/// Keeps the tokens of the step, x [embedding, tokens], and makes the rows of the runs that end
/// with them. Gives the memory of rows, which lie in the cells of last tokens.
Tensor* compress(const StepContext& step, const Compressor& compressor, Tensor* x);

/// The rows of all runs, [size, runs], of what `compress` gave.
Tensor* run_rows(const StepContext& step, const Compressor& compressor, Tensor* memory);

}  // namespace tern

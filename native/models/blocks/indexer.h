#pragma once

#include <optional>
#include <string>

#include "models/base/architecture.h"
#include "models/base/hparams.h"
#include "models/blocks/compressor.h"
#include "models/blocks/linear.h"
#include "models/blocks/norm.h"
#include "models/blocks/rotary.h"

namespace tern {

/// Chooses the cells that attention may see: those that score best with small queries and keys of
/// their own.
struct Indexer {
  std::int64_t heads = 0;
  std::int64_t size = 0;   ///< elements of a head
  std::int64_t top_k = 0;  ///< cells that each token sees at most
  Linear query;            ///< of what the queries of attention are made from
  Linear key, weights;
  Norm key_norm;
  std::optional<Rotary> rotary;  ///< (optional) of the leading elements
  bool turns_tail = false;       ///< of the trailing ones instead
  MemorySlot keys = 0;
  std::size_t window = 0;
};

/// Loads "<prefix>indexer.attn_q_b", "attn_k", "proj" and "k_norm", and reads
/// attention.indexer.*. `query_width`: elements of what queries are made from.
Indexer load_indexer(const Metadata& metadata, Weights& weights, MemoryLayout& memory,
                     const std::string& prefix, std::int64_t layer, const Hparams& sizes,
                     std::int64_t query_width, const Rotary& rotary);

/// Stores the keys of the step and gives the mask of its window without the cells that were not
/// chosen.
Tensor* choose_cells(const StepContext& step, const Indexer& indexer, Tensor* x, Tensor* query);

/// The mask without what was not chosen of other rows than those of cells: keys [size, n], mask
/// [n, tokens].
Tensor* choose_rows(const StepContext& step, const Indexer& indexer, Tensor* keys, Tensor* mask,
                    Tensor* x, Tensor* query);

/// The same for whole runs of tokens, with keys that a compressor makes of x; top_k counts runs.
/// The tokens behind the last whole run of a token are always chosen.
Tensor* choose_runs(const StepContext& step, const Indexer& indexer, const Compressor& keys,
                    Tensor* x, Tensor* query);

/// What takes all but the best `count` of each token out of scores [n, tokens]: 0 for those, far
/// below for the others.
Tensor* penalize_rest(Graph& graph, Tensor* scores, std::int64_t count);

/// The mask of a window without the cells of runs that have a penalty: [runs, tokens]. Cells behind
/// the last whole run of a token stay.
Tensor* hide_runs(const StepContext& step, const Runs& runs, Tensor* penalties);

}  // namespace tern

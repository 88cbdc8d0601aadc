#pragma once

#include <cstdint>
#include <limits>

#include "backends/cpu/kernel.h"
#include "core/ops/flash_attention.h"
#include "core/tensor.h"

/// Flash attention for some rows of queries, tile by tile of cells.
namespace tern::flash_rows {

inline constexpr std::int64_t tile_rows = 16;
inline constexpr std::int64_t tile_cells = 64;

/// A logit that is hidden.
inline constexpr float nothing = -std::numeric_limits<float>::infinity();

/// The operands of a node. Queries that use the same head of keys are rows of one matrix, all heads
/// of a token before those of the next.
struct Work {
  explicit Work(const Tensor& node);

  std::int64_t rows() const { return q.shape[1] * group; }
  std::int64_t cells() const { return k.shape[1]; }
  std::int64_t head_k() const { return k.shape[0]; }
  std::int64_t head_v() const { return v.shape[0]; }
  /// Items that all rows make.
  std::int64_t items() const;

  const Tensor& q;
  const Tensor& k;
  const Tensor& v;
  const Tensor* mask;
  const Tensor* sinks;
  const Tensor& result;
  FlashAttentionParams params;
  std::int64_t group;  ///< heads for each head of keys
};

/// At most tile_rows rows that use one head of keys.
struct Item {
  Item(const Work& work, std::int64_t number);

  /// Where row `r` of the item is: token, head, sequence.
  RowIndex place(const Work& work, std::int64_t r) const;

  std::int64_t first_row;
  std::int64_t rows;
  std::int64_t key_head;
  std::int64_t sequence;
};

/// What a thread keeps of an item, in floats.
struct Scratch {
  Scratch(const CpuTask& task, const Work& work);

  const SimdKernels* simd;
  float* q;
  float* k;
  float* v;
  float* weights;
  float* bias;     ///< rows of the mask
  float* sums;     ///< for each row: sum of exp(logit - largest) * value,
  float* largest;  ///< largest logit so far,
  float* total;    ///< sum of exp(logit - largest)
};

std::size_t scratch_bytes(const Tensor& node);

/// Takes in the queries; nothing has been seen yet.
void start(const Work& work, const Item& item, const Scratch& scratch);
/// Attends to some cells, at most tile_cells.
void add_cells(const Work& work, const Item& item, const Scratch& scratch, Range cells);
/// Makes `largest` the base of what row `r` has summed up so far.
void raise(const Work& work, const Scratch& scratch, std::int64_t r, float largest);
/// Adds what other cells gave row `r`.
void add_part(const Work& work, const Scratch& scratch, std::int64_t r, const float* sums,
              float largest, float total);
/// Adds sinks, divides by the totals.
void write(const Work& work, const Item& item, const Scratch& scratch);

}  // namespace tern::flash_rows

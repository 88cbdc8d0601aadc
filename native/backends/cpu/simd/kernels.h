#pragma once

#include <cstddef>
#include <cstdint>

// Sources that are compiled once per instruction set include this file, so it must bring no inline
// functions: the linker could take the one that was compiled for a processor which is not there.

namespace tern {

/// y[column][row] = row of a · column of b. Pitches count floats from one row or column to the
/// next.
struct TileJob {
  const float* a;
  std::int64_t pitch_a;
  std::int64_t rows;
  const float* b;
  std::int64_t pitch_b;
  std::int64_t columns;
  std::int64_t k;
  float* y;
  std::int64_t pitch_y;
};

/// Rows that lie interleaved in packed weights.
inline constexpr std::int64_t band_rows = 16;
/// Elements of a column that are quantised together.
inline constexpr std::int64_t column_block = 32;

/// Bytes behind each part of a quantised column: scale, start, low, nothing.
inline constexpr std::int64_t column_tail_bytes = 16;

/// How packed weights lie in memory; backends/cpu/packed/ describes each.
enum class Packing {
  f32,
  f16,
  bf16,
  q8_0,
  q4_0,
  q4_1,
  q5_0,
  q5_1,
  q2_k,
  q3_k,
  q4_k,
  q5_k,
  q6_k,
  iq4_nl,
  iq4_xs,
  iq1_s,
  iq1_m,
  iq2_xxs,
  iq2_xs,  ///< IQ2_S too
  iq3_xxs,
  iq3_s,
  ternary,  ///< TQ1_0, TQ2_0
  mxfp4,
  nvfp4
};
inline constexpr std::size_t packing_count = 24;

/// y[column][row] = rows of packed weights · columns that lie as their packing wants them.
struct PackedJob {
  const std::byte* bands;  ///< the first band
  std::size_t band_bytes;
  std::int64_t rows;  ///< any number; the last band may be filled up
  std::int64_t k;
  const std::byte* columns;
  std::size_t column_pitch;  ///< bytes
  std::int64_t column_count;
  float* y;
  std::int64_t pitch_y;  ///< floats
};

/// A column to be quantised to bytes. Each `part` of it is its bytes, then the scale, the start
/// (what sums of products begin with, for codes that are too large by `offset`), the low (scale *
/// sum of bytes) and four unused bytes.
struct ColumnJob {
  const float* x;
  std::int64_t k;
  std::int64_t part;  ///< elements: 16 or 32
  std::int32_t offset;
  std::byte* target;
};

/// A tile of attention: some queries with some cells. Pitches count floats.
struct AttendJob {
  std::int64_t rows;  ///< queries
  std::int64_t cells;
  const float* q;  ///< rows × head_k, without gaps
  std::int64_t head_k;
  const float* k;  ///< cells × head_k
  std::int64_t pitch_k;
  const float* v;  ///< cells × head_v
  std::int64_t pitch_v;
  std::int64_t head_v;
  float* weights;  ///< rows × cells
  std::int64_t pitch_weights;
  float* sums;  ///< rows × head_v, without gaps
};

/// What one instruction set offers. Each kernel gives the same bits for an element whatever the
/// number of rows and columns, but two sets may round differently.
struct SimdKernels {
  const char* name;
  void (*multiply_tile)(const TileJob& job);
  void (*quantize_column)(const ColumnJob& job);
  /// x[i] = exp(x[i] - largest), to about an ulp; gives their sum. No x may exceed `largest`.
  float (*exponentiate)(float* x, std::int64_t n, float largest);
  /// y[i] = silu(gate[i]) * value[i]; y may be one of them.
  void (*swiglu)(const float* gate, const float* value, float* y, std::int64_t n);
  /// `n` numbers of binary16 to floats.
  void (*widen_halves)(const std::byte* from, float* to, std::int64_t n);
  /// weights = q · k
  void (*score)(const AttendJob& job);
  /// sums += weights · v
  void (*mix)(const AttendJob& job);
  /// Nothing but multiplications and additions in registers, of floats and of bytes: give how many
  /// there were. What a product could reach at best.
  std::int64_t (*spin_floats)(std::int64_t rounds);
  std::int64_t (*spin_bytes)(std::int64_t rounds);
  void (*multiply_packed[packing_count])(const PackedJob& job);
};

class SimdTable;

/// Adds them, if the processor can run them; they must live as long as the program.
void add_variant(SimdTable& table, const SimdKernels& kernels);

}  // namespace tern

#pragma once

#include "backends/cpu/simd/variant/packed.h"

namespace tern::TERN_SIMD_NAMESPACE {

/// The last rows of y, where a band is not full, pass through memory with room for it.
template <class Kernel, int columns>
void run_partial(const Piece& piece, std::int64_t rows) {
  float full[columns * band_rows] = {};
  const auto bytes = static_cast<std::size_t>(rows) * sizeof(float);
  for (int c = 0; c < columns; ++c)
    std::memcpy(full + c * band_rows, piece.y + c * piece.pitch_y, bytes);
  Piece inside = piece;
  inside.y = full;
  inside.pitch_y = band_rows;
  Kernel::template run<columns>(inside);
  for (int c = 0; c < columns; ++c)
    std::memcpy(piece.y + c * piece.pitch_y, full + c * band_rows, bytes);
}

/// All bands for some columns: as many bands at once as the kernel takes, then one by one.
template <class Kernel, class Single, int columns>
void run_bands(const PackedJob& job, Piece piece) {
  std::int64_t row = 0;
  for (; row + Kernel::bands * band_rows <= job.rows; row += Kernel::bands * band_rows) {
    Kernel::template run<columns>(piece);
    piece.bands += static_cast<std::size_t>(Kernel::bands) * job.band_bytes;
    piece.y += Kernel::bands * band_rows;
  }
  for (; row < job.rows; row += band_rows) {
    if (job.rows - row >= band_rows) {
      Single::template run<columns>(piece);
    } else {
      run_partial<Single, columns>(piece, job.rows - row);
    }
    piece.bands += job.band_bytes;
    piece.y += band_rows;
  }
}

/// Groups of columns: as many as there are registers for, then half of it, down to one.
template <class Kernel, class Single, int columns>
void run_columns(const PackedJob& job, Piece piece, std::int64_t column) {
  for (; column + columns <= job.column_count; column += columns) {
    piece.columns = job.columns + static_cast<std::size_t>(column) * job.column_pitch;
    piece.y = job.y + column * job.pitch_y;
    run_bands<Kernel, Single, columns>(job, piece);
  }
  if constexpr (columns > 1) {
    constexpr int fewer = columns > 8 ? 8 : columns / 2;
    if (column < job.column_count) run_columns<Kernel, Single, fewer>(job, piece, column);
  }
}

/// Pieces of k whose columns stay in the first-level cache while all bands pass by; where there are
/// few columns, all of k, so that weights are read from end to end.
template <class Kernel, class Single>
void run_packed(const PackedJob& job) {
  const std::int64_t chunk = job.column_count < Native::wide_columns ? job.k : Kernel::chunk;
  Piece piece{job.bands, job.band_bytes, job.columns, job.column_pitch, 0, 0, job.y, job.pitch_y};
  do {
    const std::int64_t rest = job.k - piece.begin;
    piece.end = piece.begin + (rest < chunk ? rest : chunk);
    run_columns<Kernel, Single, Native::wide_columns>(job, piece, 0);
    piece.begin = piece.end;
  } while (piece.begin < job.k);
}

template <class Format>
void run_codes(const PackedJob& job) {
  run_packed<CodeKernel<Format>, CodeKernel<Format>>(job);
}

template <class Format>
void run_floats(const PackedJob& job) {
  run_packed<FloatKernel<Format, 2>, FloatKernel<Format, 1>>(job);
}

}  // namespace tern::TERN_SIMD_NAMESPACE

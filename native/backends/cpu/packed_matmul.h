#pragma once

#include <algorithm>

#include "backends/cpu/kernel.h"

namespace tern {

/// Bytes of all columns of `b` in the form that packed weights of the type of `a` want.
std::size_t packed_columns_bytes(const Tensor& a, const Tensor& b);

/// This thread's share of the columns of `b`, into the shared memory of the task.
void pack_columns(const CpuTask& task, const PackedWeight& weight, const Tensor& b);

/// Bands that are multiplied with all columns before the next ones: together with some columns they
/// stay in the second-level cache.
std::int64_t bands_at_once(const PackFormat& format, std::int64_t k);

/// Calls body(job, first band) for pieces of this thread's share of the bands; columns, their
/// number (one so far) and the place of y are left to the body.
template <class Body>
void for_packed_bands(const CpuTask& task, const PackedWeight& weight, const Tensor& node,
                      const Body& body) {
  const std::int64_t rows = node.shape[0];
  const std::int64_t k = node.source[0]->shape[0];
  const Range mine = share_of(weight.bands, task.thread, task.threads);
  const std::int64_t step = bands_at_once(*weight.format, k);
  for (std::int64_t band = mine.begin; band < mine.end; band += step) {
    const std::int64_t end = std::min(band + step, mine.end);
    body(PackedJob{.bands = weight.band(0, band),
                   .band_bytes = weight.band_bytes,
                   .rows = std::min(end * band_rows, rows) - band * band_rows,
                   .k = k,
                   .columns = task.shared,
                   .column_pitch = column_pitch(*weight.format, k),
                   .column_count = 1,
                   .y = nullptr,
                   .pitch_y = rows},
         band);
  }
}

/// This thread's share of a product of a packed weight with columns that pack_columns has put
/// there.
void multiply_packed(const CpuTask& task, const PackedWeight& weight, const Tensor& node);

}  // namespace tern

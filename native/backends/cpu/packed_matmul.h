#pragma once

#include "backends/cpu/kernel.h"

namespace tern {

/// Bytes of all columns of `b` in the form that packed weights of the type of `a` want.
std::size_t packed_columns_bytes(const Tensor& a, const Tensor& b);

/// This thread's share of the columns of `b`, into the shared memory of the task.
void pack_columns(const CpuTask& task, const PackedWeight& weight, const Tensor& b);

/// This thread's share of a product of a packed weight with columns that pack_columns has put
/// there.
void multiply_packed(const CpuTask& task, const PackedWeight& weight, const Tensor& node);

}  // namespace tern

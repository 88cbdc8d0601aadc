#include "backends/cpu/simd/variant/column.h"
#include "backends/cpu/simd/variant/drive.h"
#include "backends/cpu/simd/variant/exponential.h"
#include "backends/cpu/simd/variant/spin.h"
#include "backends/cpu/simd/variant/tile.h"

namespace tern {

namespace TERN_SIMD_NAMESPACE {

/// In the order of Packing.
constexpr SimdKernels kernels{TERN_SIMD_TEXT(TERN_SIMD_NAME),
                              multiply_tile,
                              quantize_column,
                              exponentiate,
                              swiglu,
                              widen_halves,
                              spin_floats,
                              spin_bytes,
                              {run_floats<FormatF32>, run_floats<FormatF16>, run_floats<FormatBf16>,
                               run_codes<FormatQ80>, run_codes<FormatQ40>, run_codes<FormatQ4K>}};

}  // namespace TERN_SIMD_NAMESPACE

void TERN_SIMD_JOIN(register_simd_, TERN_SIMD_NAME)(SimdTable& table) {
  add_variant(table, TERN_SIMD_NAMESPACE::kernels);
}

}  // namespace tern

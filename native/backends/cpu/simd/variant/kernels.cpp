#include "backends/cpu/simd/variant/attend.h"
#include "backends/cpu/simd/variant/bfloats.h"
#include "backends/cpu/simd/variant/column.h"
#include "backends/cpu/simd/variant/drive.h"
#include "backends/cpu/simd/variant/exponential.h"
#include "backends/cpu/simd/variant/formats_levels.h"
#include "backends/cpu/simd/variant/spin.h"
#include "backends/cpu/simd/variant/tile.h"

namespace tern {

namespace TERN_SIMD_NAMESPACE {

// In kernels_k.cpp.
extern template void run_codes<FormatQ2K>(const PackedJob& job);
extern template void run_codes<FormatQ3K>(const PackedJob& job);
extern template void run_codes<FormatQ4K>(const PackedJob& job);
extern template void run_codes<FormatQ5K>(const PackedJob& job);
extern template void run_codes<FormatQ6K>(const PackedJob& job);
// In kernels_levels.cpp.
extern template void run_codes<FormatIq4Nl>(const PackedJob& job);
extern template void run_codes<FormatIq4Xs>(const PackedJob& job);
extern template void run_codes<FormatIq1S>(const PackedJob& job);
extern template void run_codes<FormatIq1M>(const PackedJob& job);
extern template void run_codes<FormatIq2Xxs>(const PackedJob& job);
extern template void run_codes<FormatIq2Xs>(const PackedJob& job);
extern template void run_codes<FormatIq3Xxs>(const PackedJob& job);
extern template void run_codes<FormatIq3S>(const PackedJob& job);
extern template void run_codes<FormatTernary>(const PackedJob& job);
extern template void run_codes<FormatMxfp4>(const PackedJob& job);
extern template void run_codes<FormatNvfp4>(const PackedJob& job);

/// In the order of Packing.
constexpr SimdKernels kernels{
    TERN_SIMD_TEXT(TERN_SIMD_NAME),
    multiply_tile,
    quantize_column,
    exponentiate,
    swiglu,
    widen_halves,
    score,
    mix,
    spin_floats,
    spin_bytes,
    {run_floats<FormatF32>,    run_floats<FormatF16>,   run_bfloats,
     run_codes<FormatQ80>,     run_codes<FormatQ40>,    run_codes<FormatQ41>,
     run_codes<FormatQ50>,     run_codes<FormatQ51>,    run_codes<FormatQ2K>,
     run_codes<FormatQ3K>,     run_codes<FormatQ4K>,    run_codes<FormatQ5K>,
     run_codes<FormatQ6K>,     run_codes<FormatIq4Nl>,  run_codes<FormatIq4Xs>,
     run_codes<FormatIq1S>,    run_codes<FormatIq1M>,   run_codes<FormatIq2Xxs>,
     run_codes<FormatIq2Xs>,   run_codes<FormatIq3Xxs>, run_codes<FormatIq3S>,
     run_codes<FormatTernary>, run_codes<FormatMxfp4>,  run_codes<FormatNvfp4>}};

}  // namespace TERN_SIMD_NAMESPACE

void TERN_SIMD_JOIN(register_simd_, TERN_SIMD_NAME)(SimdTable& table) {
  add_variant(table, TERN_SIMD_NAMESPACE::kernels);
}

}  // namespace tern

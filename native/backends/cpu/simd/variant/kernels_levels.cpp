#include "backends/cpu/simd/variant/drive.h"
#include "backends/cpu/simd/variant/formats_levels.h"

// Products of weights whose codes are numbers of levels.

namespace tern::TERN_SIMD_NAMESPACE {

template void run_codes<FormatIq4Nl>(const PackedJob& job);
template void run_codes<FormatIq4Xs>(const PackedJob& job);
template void run_codes<FormatIq1S>(const PackedJob& job);
template void run_codes<FormatIq1M>(const PackedJob& job);
template void run_codes<FormatIq2Xxs>(const PackedJob& job);
template void run_codes<FormatIq2Xs>(const PackedJob& job);
template void run_codes<FormatIq3Xxs>(const PackedJob& job);
template void run_codes<FormatIq3S>(const PackedJob& job);
template void run_codes<FormatTernary>(const PackedJob& job);
template void run_codes<FormatMxfp4>(const PackedJob& job);
template void run_codes<FormatNvfp4>(const PackedJob& job);

}  // namespace tern::TERN_SIMD_NAMESPACE

#include "backends/cpu/simd/variant/drive.h"
#include "backends/cpu/simd/variant/formats_k.h"

// Products of weights with rarer or larger blocks, apart from the others: each takes seconds to
// compile.

namespace tern::TERN_SIMD_NAMESPACE {

template void run_codes<FormatQ2K>(const PackedJob& job);
template void run_codes<FormatQ3K>(const PackedJob& job);
template void run_codes<FormatQ4K>(const PackedJob& job);
template void run_codes<FormatQ5K>(const PackedJob& job);
template void run_codes<FormatQ6K>(const PackedJob& job);

}  // namespace tern::TERN_SIMD_NAMESPACE

#include "backends/cpu/simd/tile.h"

#include <array>

// The attribute and the question to the processor are those of GCC and clang.
#if defined(__x86_64__) && defined(__GNUC__)
#define TERN_HAS_AVX2 1
#else
#define TERN_HAS_AVX2 0
#endif

namespace tern {
namespace cpu_tile {

/// With whatever the compiler may use everywhere.
void run_portable(const TileJob& job) { multiply_tile<1>(job); }

#if TERN_HAS_AVX2

__attribute__((target("avx2,fma"))) void run_avx2(const TileJob& job) { multiply_tile<2>(job); }

bool has_avx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }

constexpr std::array<TileKernel, 2> kernels{{{"portable", run_portable}, {"avx2", run_avx2}}};

std::size_t usable() { return has_avx2() ? 2 : 1; }

#else

constexpr std::array<TileKernel, 1> kernels{{{"portable", run_portable}}};

std::size_t usable() { return 1; }

#endif

}  // namespace cpu_tile

std::span<const TileKernel> tile_kernels() {
  static const std::size_t count = cpu_tile::usable();
  return std::span(cpu_tile::kernels).first(count);
}

}  // namespace tern

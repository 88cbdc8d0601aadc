#include "backends/cpu/simd/table.h"

#include <array>
#include <cstdlib>

#include "core/text.h"
#include "tern/error.h"

// The question to the processor is that of GCC and clang.
#if defined(__x86_64__) && defined(__GNUC__)
#define TERN_ASKS_X86 1
#else
#define TERN_ASKS_X86 0
#endif

#if defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#elif defined(__aarch64__) && defined(__APPLE__)
#include <sys/sysctl.h>
#endif

namespace tern {
namespace simd_table {

struct Question {
  std::string_view name;
  bool (*answer)();
};

#if TERN_ASKS_X86

bool has_sse42() { return __builtin_cpu_supports("sse4.2"); }

bool has_avx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("f16c");
}

bool has_avx512() {
  return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}

bool has_avx512_vnni() { return has_avx512() && __builtin_cpu_supports("avx512vnni"); }

bool has_avx512_bf16() { return has_avx512_vnni() && __builtin_cpu_supports("avx512bf16"); }

constexpr std::array<Question, 5> questions{{{"sse42", has_sse42},
                                             {"avx2", has_avx2},
                                             {"avx512", has_avx512},
                                             {"avx512_vnni", has_avx512_vnni},
                                             {"avx512_bf16", has_avx512_bf16}}};

#elif defined(__aarch64__) && defined(__linux__)

constexpr unsigned long dotprod_bit = 1ul << 20;
constexpr unsigned long i8mm_bit = 1ul << 13;

bool has_neon() { return true; }
bool has_dotprod() { return (getauxval(AT_HWCAP) & dotprod_bit) != 0; }
bool has_i8mm() { return has_dotprod() && (getauxval(AT_HWCAP2) & i8mm_bit) != 0; }

constexpr std::array<Question, 3> questions{
    {{"neon", has_neon}, {"dotprod", has_dotprod}, {"i8mm", has_i8mm}}};

#elif defined(__aarch64__)

bool always() { return true; }

#if defined(__APPLE__)

bool has(const char* feature) {
  int value = 0;
  std::size_t size = sizeof value;
  return sysctlbyname(feature, &value, &size, nullptr, 0) == 0 && value != 0;
}
bool has_dotprod() { return has("hw.optional.arm.FEAT_DotProd"); }
bool has_i8mm() { return has_dotprod() && has("hw.optional.arm.FEAT_I8MM"); }

constexpr std::array<Question, 3> questions{
    {{"neon", always}, {"dotprod", has_dotprod}, {"i8mm", has_i8mm}}};

#else

constexpr std::array<Question, 1> questions{{{"neon", always}}};

#endif

#else

constexpr std::array<Question, 0> questions{};

#endif

bool can_run(std::string_view name) {
  if (name == "scalar") return true;
  for (const Question& question : questions) {
    if (question.name == name) return question.answer();
  }
  return false;
}

SimdTable make() {
  SimdTable table;
  register_simd_variants(table);
  return table;
}

}  // namespace simd_table

void add_variant(SimdTable& table, const SimdKernels& kernels) {
  if (simd_table::can_run(kernels.name)) table.add(kernels);
}

std::span<const SimdKernels* const> simd_variants() {
  static const SimdTable table = simd_table::make();
  return table.usable();
}

const SimdKernels& choose_simd() {
  const char* wanted = std::getenv("TERN_CPU_ISA");
  if (wanted == nullptr || *wanted == '\0') return *simd_variants().back();
  std::string known;
  for (const SimdKernels* kernels : simd_variants()) {
    if (std::string_view(kernels->name) == wanted) return *kernels;
    known += concat(known.empty() ? "" : ", ", kernels->name);
  }
  throw RequestError(concat("[cpu] TERN_CPU_ISA: expected one of ", known, ", got ", wanted));
}

}  // namespace tern

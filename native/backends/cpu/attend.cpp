#include "backends/cpu/attend.h"

#include <cstring>

#include "backends/cpu/vector.h"

// The attribute and the question to the processor are those of GCC and clang.
#if defined(__x86_64__) && defined(__GNUC__)
#define TERN_ATTEND_AVX2 1
#else
#define TERN_ATTEND_AVX2 0
#endif

namespace tern {
namespace cpu_attend {

/// As many floats as there are lanes. Where registers are narrower, compilers take several.
using Floats __attribute__((vector_size(lanes * sizeof(float)))) = float;
using Ints __attribute__((vector_size(lanes * sizeof(float)))) = std::int32_t;

[[gnu::always_inline]] inline void load(Floats& to, const float* from) {
  std::memcpy(&to, from, sizeof to);
}

[[gnu::always_inline]] inline float total(const Floats& x) {
  Lanes lane;
  std::memcpy(lane.data(), &x, sizeof lane);
  return sum_lanes(lane);
}

/// `rows` × `cells` products, all in registers.
template <int rows, int cells>
[[gnu::always_inline]] inline void score_block(const AttendJob& j, std::int64_t row,
                                               std::int64_t cell) {
  const float* q = j.q + row * j.head_k;
  const float* k = j.k + cell * j.pitch_k;
  Floats sum[rows][cells] = {};
  std::int64_t i = 0;
  for (; i + lanes <= j.head_k; i += lanes) {
    Floats key[cells];
    for (int c = 0; c < cells; ++c) load(key[c], k + c * j.pitch_k + i);
    for (int r = 0; r < rows; ++r) {
      Floats query;
      load(query, q + r * j.head_k + i);
      for (int c = 0; c < cells; ++c) sum[r][c] += query * key[c];
    }
  }
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < cells; ++c) {
      float result = total(sum[r][c]);
      for (std::int64_t t = i; t < j.head_k; ++t)
        result += q[r * j.head_k + t] * k[c * j.pitch_k + t];
      j.weights[(row + r) * j.pitch_weights + cell + c] = result;
    }
  }
}

template <int rows>
[[gnu::always_inline]] inline void score_rows(const AttendJob& j, std::int64_t row) {
  std::int64_t cell = 0;
  for (; cell + 4 <= j.cells; cell += 4) score_block<rows, 4>(j, row, cell);
  for (; cell < j.cells; ++cell) score_block<rows, 1>(j, row, cell);
}

[[gnu::always_inline]] inline void score(const AttendJob& j) {
  std::int64_t row = 0;
  for (; row + 2 <= j.rows; row += 2) score_rows<2>(j, row);
  for (; row < j.rows; ++row) score_rows<1>(j, row);
}

/// `vectors` vectors of the sums of `rows` rows, all in registers.
template <int rows, int vectors>
[[gnu::always_inline]] inline void mix_block(const AttendJob& j, std::int64_t row,
                                             std::int64_t element) {
  const float* weights = j.weights + row * j.pitch_weights;
  float* sums = j.sums + row * j.head_v + element;
  Floats sum[rows][vectors];
  for (int r = 0; r < rows; ++r)
    for (int i = 0; i < vectors; ++i) load(sum[r][i], sums + r * j.head_v + i * lanes);
  for (std::int64_t cell = 0; cell < j.cells; ++cell) {
    const float* v = j.v + cell * j.pitch_v + element;
    for (int i = 0; i < vectors; ++i) {
      Floats value;
      load(value, v + i * lanes);
      for (int r = 0; r < rows; ++r) sum[r][i] += weights[r * j.pitch_weights + cell] * value;
    }
  }
  for (int r = 0; r < rows; ++r)
    for (int i = 0; i < vectors; ++i)
      std::memcpy(sums + r * j.head_v + i * lanes, &sum[r][i], sizeof(Floats));
}

template <int rows>
[[gnu::always_inline]] inline void mix_rows(const AttendJob& j, std::int64_t row) {
  std::int64_t i = 0;
  for (; i + 2 * lanes <= j.head_v; i += 2 * lanes) mix_block<rows, 2>(j, row, i);
  for (; i + lanes <= j.head_v; i += lanes) mix_block<rows, 1>(j, row, i);
  for (; i < j.head_v; ++i) {
    for (int r = 0; r < rows; ++r) {
      float& sum = j.sums[(row + r) * j.head_v + i];
      for (std::int64_t cell = 0; cell < j.cells; ++cell)
        sum += j.weights[(row + r) * j.pitch_weights + cell] * j.v[cell * j.pitch_v + i];
    }
  }
}

[[gnu::always_inline]] inline void mix(const AttendJob& j) {
  std::int64_t row = 0;
  for (; row + 4 <= j.rows; row += 4) mix_rows<4>(j, row);
  for (; row < j.rows; ++row) mix_rows<1>(j, row);
}

/// exp(x) for x <= 0, right to about an ulp; 0 below the smallest normal float. Takes x apart into
/// n ln 2 + r with |r| <= ln 2 / 2, where a polynomial is good enough.
[[gnu::always_inline]] inline void exponential(Floats& x) {
  constexpr float lowest = -87.0f;
  constexpr float rounder = 12582912.0f;  // 1.5 * 2^23: what is added to it is rounded
  constexpr float ln2_high = 0.693359375f;
  constexpr float ln2_low = -2.12194440e-4f;
  const Ints keep = x > lowest;
  // Bits of what is too low are cleared here already, so that n stays small.
  Ints bits;
  std::memcpy(&bits, &x, sizeof bits);
  bits &= keep;
  std::memcpy(&x, &bits, sizeof x);
  Floats n = x * 1.44269504f + rounder;
  n = n - rounder;
  const Floats r = (x - n * ln2_high) - n * ln2_low;
  Floats y = r * 1.9875691500e-4f + 1.3981999507e-3f;
  y = y * r + 8.3334519073e-3f;
  y = y * r + 4.1665795894e-2f;
  y = y * r + 1.6666665459e-1f;
  y = y * r + 5.0000001201e-1f;
  y = y * (r * r) + r + 1.0f;
  const Ints power = (__builtin_convertvector(n, Ints) + 127) << 23;
  Floats scale;
  std::memcpy(&scale, &power, sizeof scale);
  y = y * scale;
  std::memcpy(&bits, &y, sizeof bits);
  bits &= keep;
  std::memcpy(&x, &bits, sizeof x);
}

[[gnu::always_inline]] inline float exponentiate(float* x, std::int64_t n, float largest) {
  Floats sum = {};
  std::int64_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    Floats value;
    load(value, x + i);
    value = value - largest;
    exponential(value);
    std::memcpy(x + i, &value, sizeof value);
    sum += value;
  }
  float result = total(sum);
  for (; i < n; ++i) {
    Floats value = Floats{} + (x[i] - largest);
    exponential(value);
    x[i] = value[0];
    result += x[i];
  }
  return result;
}

void score_portable(const AttendJob& job) { score(job); }
void mix_portable(const AttendJob& job) { mix(job); }
float exponentiate_portable(float* x, std::int64_t n, float largest) {
  return exponentiate(x, n, largest);
}

constexpr AttendKernels portable{score_portable, exponentiate_portable, mix_portable};

#if TERN_ATTEND_AVX2

#define TERN_AVX2 __attribute__((target("avx2,fma")))

TERN_AVX2 void score_avx2(const AttendJob& job) { score(job); }
TERN_AVX2 void mix_avx2(const AttendJob& job) { mix(job); }
TERN_AVX2 float exponentiate_avx2(float* x, std::int64_t n, float largest) {
  return exponentiate(x, n, largest);
}

#undef TERN_AVX2

constexpr AttendKernels avx2{score_avx2, exponentiate_avx2, mix_avx2};

const AttendKernels& best() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? avx2 : portable;
}

#else

const AttendKernels& best() { return portable; }

#endif

}  // namespace cpu_attend

const AttendKernels& attend_kernels() {
  static const AttendKernels& kernels = cpu_attend::best();
  return kernels;
}

}  // namespace tern

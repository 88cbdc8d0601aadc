#include "backends/cpu/packed/format.h"
#include "backends/cpu/simd/table.h"
#include "ops/layout.h"
#include "ops/matmul.h"
#include "ops/matmul_id.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace backends_simd_packed_test {

std::vector<Type> packed_types() {
  std::vector<Type> types;
  for (const Type type : float_types()) {
    if (find_pack_format(type) != nullptr) types.push_back(type);
  }
  return types;
}

/// Random weights of a type, in rows and in bands; the last band is not full.
struct Weights {
  Weights(Type type, std::int64_t row_count, std::int64_t row_length)
      : format(*find_pack_format(type)), rows(row_count), k(row_length), floats(size()) {
    const auto bytes = random_blocks(type, rows * k, 1);
    dequantize(type, bytes, floats);
    const std::int64_t count = (rows + band_rows - 1) / band_rows;
    bands.resize(band_bytes(format, k) * static_cast<std::size_t>(count));
    for (std::int64_t band = 0; band < count; ++band) pack(bytes, band);
  }

  std::size_t size() const { return static_cast<std::size_t>(rows * k); }

  void pack(const std::vector<std::byte>& bytes, std::int64_t band) {
    const std::byte* pointers[band_rows] = {};
    for (std::int64_t row = band * band_rows; row < std::min(rows, (band + 1) * band_rows); ++row)
      pointers[row % band_rows] =
          bytes.data() + static_cast<std::size_t>(row) * row_bytes(format.type, k);
    pack_band(format, pointers, k,
              bands.data() + static_cast<std::size_t>(band) * band_bytes(format, k));
  }

  const PackFormat& format;
  std::int64_t rows;
  std::int64_t k;
  std::vector<float> floats;
  std::vector<std::byte> bands;
};

std::vector<std::byte> pack_columns(const SimdKernels& kernels, const Weights& w,
                                    const std::vector<float>& x) {
  const std::size_t pitch = column_pitch(w.format, w.k);
  const std::size_t count = x.size() / static_cast<std::size_t>(w.k);
  std::vector<std::byte> columns(pitch * count);
  for (std::size_t c = 0; c < count; ++c) {
    const float* column = x.data() + c * static_cast<std::size_t>(w.k);
    std::byte* target = columns.data() + c * pitch;
    if (w.format.part == 0) {
      std::copy_n(column, w.k, reinterpret_cast<float*>(target));
    } else {
      kernels.quantize_column({column, w.k, w.format.part, w.format.offset, target});
    }
  }
  return columns;
}

std::vector<float> multiply(const SimdKernels& kernels, const Weights& w,
                            const std::vector<float>& x) {
  const std::vector<std::byte> columns = pack_columns(kernels, w, x);
  const auto count = static_cast<std::int64_t>(x.size()) / w.k;
  std::vector<float> y(static_cast<std::size_t>(count * w.rows));
  kernels.multiply_packed[static_cast<std::size_t>(w.format.packing)](
      {w.bands.data(), band_bytes(w.format, w.k), w.rows, w.k, columns.data(),
       column_pitch(w.format, w.k), count, y.data(), w.rows});
  return y;
}

/// Mean squared error, relative to the mean square.
double error_of(const std::vector<float>& y, const Weights& w, const std::vector<float>& x) {
  double error = 0.0;
  double square = 0.0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const std::size_t row = i % static_cast<std::size_t>(w.rows);
    const std::size_t column = i / static_cast<std::size_t>(w.rows);
    double sum = 0.0;
    for (std::size_t j = 0; j < static_cast<std::size_t>(w.k); ++j) {
      sum += static_cast<double>(w.floats[row * static_cast<std::size_t>(w.k) + j]) *
             static_cast<double>(x[column * static_cast<std::size_t>(w.k) + j]);
    }
    error += (y[i] - sum) * (y[i] - sum);
    square += sum * sum;
  }
  return error / square;
}

/// Floats are exact but for the order of additions; others lose what columns lose as bytes, or as
/// halves where the processor multiplies them.
double tolerance(const SimdKernels& kernels, Type type) {
  if (find_pack_format(type)->part != 0) return 2e-4;
  return type == Type::bf16 && std::string_view(kernels.name) == "avx512_bf16" ? 1e-5 : 1e-11;
}

void agrees_with_the_definition() {
  for (const Type type : packed_types()) {
    for (const std::int64_t k : {256, 2304}) {
      const Weights w(type, 53, k);
      const auto x = random_floats(static_cast<std::size_t>(k * 27), 2);
      for (const SimdKernels* kernels : simd_variants()) {
        const double error = error_of(multiply(*kernels, w, x), w, x);
        if (!(error <= tolerance(*kernels, type))) {
          check::report(__FILE__, __LINE__,
                        std::string(kernels->name) + " " + std::string(name(type)) + ": " +
                            std::to_string(error));
        }
      }
    }
  }
}

/// A prompt and single tokens must not differ by how columns are grouped.
void gives_the_same_bits_for_any_number_of_columns() {
  for (const Type type : packed_types()) {
    const Weights w(type, 37, 512);
    const auto x = random_floats(512 * 27, 3);
    for (const SimdKernels* kernels : simd_variants()) {
      const std::vector<float> all = multiply(*kernels, w, x);
      for (std::size_t c = 0; c < 27; ++c) {
        const auto one = multiply(*kernels, w,
                                  {x.begin() + static_cast<std::ptrdiff_t>(c * 512),
                                   x.begin() + static_cast<std::ptrdiff_t>(c * 512 + 512)});
        CHECK_ALL_NEAR(one, std::span(all).subspan(c * 37, 37), 0.0);
      }
    }
  }
}

std::vector<float> compute(Type type, bool is_weight, int threads) {
  GraphRunner runner(threads);
  Tensor* a = runner.random({512, 75, 1, 1}, 1, type);
  a->is_weight = is_weight;
  return runner.compute(matmul(runner.graph(), a, runner.random({512, 5, 2, 3}, 2)));
}

/// Whether a tensor is a weight changes the way, not the result.
void products_with_weights_agree_with_those_without() {
  for (const Type type : {Type::f32, Type::f16, Type::q8_0, Type::q4_0, Type::q4_k}) {
    const bool exact = find_pack_format(type)->part == 0;
    const auto packed = compute(type, true, 1);
    CHECK_ALL_NEAR(packed, compute(type, false, 1), exact ? 2e-4 : 2.0);
    for (const int threads : {2, 3}) CHECK_ALL_NEAR(compute(type, true, threads), packed, 0.0);
  }
}

std::vector<float> compute_experts(Type type, bool is_weight, int threads) {
  GraphRunner runner(threads);
  Tensor* experts = runner.random({512, 75, 4, 1}, 1, type);
  experts->is_weight = is_weight;
  Tensor* ids =
      reshape(runner.graph(), runner.integers({3, 0, 1, 3, 0, 1, 3, 1, 9, 0}), {2, 5, 1, 1});
  return runner.compute(matmul_id(runner.graph(), experts, runner.random({512, 2, 5, 1}, 2), ids));
}

/// Expert 2 gets nothing, number 9 is none.
void products_with_experts_agree_too() {
  for (const Type type : {Type::f16, Type::q8_0, Type::q4_k}) {
    const bool exact = find_pack_format(type)->part == 0;
    const auto packed = compute_experts(type, true, 1);
    CHECK_ALL_NEAR(packed, compute_experts(type, false, 1), exact ? 2e-4 : 2.0);
    CHECK_ALL_NEAR(compute_experts(type, true, 3), packed, 0.0);
  }
}

void zeros_and_large_numbers_pass() {
  const Weights w(Type::q8_0, 16, 32);
  std::vector<float> x(64, 0.0f);
  std::fill(x.begin() + 32, x.end(), 1e30f);
  for (const SimdKernels* kernels : simd_variants()) {
    const auto y = multiply(*kernels, w, x);
    CHECK_ALL_NEAR(std::span(y).first(16), std::vector<float>(16), 0.0);
    CHECK(error_of(y, w, x) < 1e-4);
  }
}

}  // namespace backends_simd_packed_test

void test_backends_simd_packed(TestTable& tests) {
  using namespace backends_simd_packed_test;
  const std::string area = "backends_simd_packed";
  tests.add(area, "agrees with the definition", agrees_with_the_definition);
  tests.add(area, "gives the same bits for any number of columns",
            gives_the_same_bits_for_any_number_of_columns);
  tests.add(area, "products with weights agree with those without",
            products_with_weights_agree_with_those_without);
  tests.add(area, "products with experts agree too", products_with_experts_agree_too);
  tests.add(area, "zeros and large numbers pass", zeros_and_large_numbers_pass);
}

}  // namespace tern

#include "backends/cpu/simd/table.h"

#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace backends_simd_tile_test {

struct Sizes {
  std::int64_t rows, columns, k;
};

/// Operands with gaps between rows and columns, which a kernel must step over.
struct Operands {
  explicit Operands(const Sizes& s)
      : sizes(s),
        a(random_floats(static_cast<std::size_t>(s.rows * (s.k + 3)), 1)),
        b(random_floats(static_cast<std::size_t>(s.columns * (s.k + 5)), 2)) {}

  std::vector<float> multiply(const SimdKernels& kernels, std::int64_t first_column,
                              std::int64_t columns) const {
    std::vector<float> y(static_cast<std::size_t>(columns * sizes.rows));
    kernels.multiply_tile({a.data(), sizes.k + 3, sizes.rows,
                           b.data() + first_column * (sizes.k + 5), sizes.k + 5, columns, sizes.k,
                           y.data(), sizes.rows});
    return y;
  }

  std::vector<float> reference() const {
    std::vector<float> y;
    for (std::int64_t c = 0; c < sizes.columns; ++c) {
      for (std::int64_t r = 0; r < sizes.rows; ++r) {
        double sum = 0.0;
        for (std::int64_t i = 0; i < sizes.k; ++i) {
          const double left = a[static_cast<std::size_t>(r * (sizes.k + 3) + i)];
          sum += left * b[static_cast<std::size_t>(c * (sizes.k + 5) + i)];
        }
        y.push_back(static_cast<float>(sum));
      }
    }
    return y;
  }

  Sizes sizes;
  std::vector<float> a;
  std::vector<float> b;
};

void agrees_with_the_definition() {
  for (const SimdKernels* kernels : simd_variants()) {
    for (const Sizes& sizes :
         {Sizes{16, 5, 64}, {7, 4, 33}, {1, 1, 1}, {4, 2, 8}, {3, 3, 7}, {5, 1, 0}}) {
      const Operands operands(sizes);
      CHECK_ALL_NEAR(operands.multiply(*kernels, 0, sizes.columns), operands.reference(), 1e-5);
    }
  }
}

/// A prompt and single tokens must not differ by how columns are grouped.
void gives_the_same_bits_for_any_number_of_columns() {
  const Operands operands({6, 5, 77});
  for (const SimdKernels* kernels : simd_variants()) {
    const std::vector<float> all = operands.multiply(*kernels, 0, 5);
    for (std::int64_t c = 0; c < 5; ++c) {
      const auto one = operands.multiply(*kernels, c, 1);
      CHECK_ALL_NEAR(one, std::span(all).subspan(static_cast<std::size_t>(c * 6), 6), 0.0);
    }
  }
}

void always_has_a_scalar_variant() {
  CHECK_EQUAL(std::string_view(simd_variants().front()->name), "scalar");
}

}  // namespace backends_simd_tile_test

void test_backends_simd_tile(TestTable& tests) {
  using namespace backends_simd_tile_test;
  tests.add("backends_simd_tile", "agrees with the definition", agrees_with_the_definition);
  tests.add("backends_simd_tile", "gives the same bits for any number of columns",
            gives_the_same_bits_for_any_number_of_columns);
  tests.add("backends_simd_tile", "always has a scalar variant", always_has_a_scalar_variant);
}

}  // namespace tern

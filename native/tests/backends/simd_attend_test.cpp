#include "backends/cpu/simd/table.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace backends_simd_attend_test {

constexpr std::size_t rows = 7;
constexpr std::size_t cells = 13;
constexpr std::size_t gap = 5;  ///< floats between rows of keys and of values

std::vector<float> some(std::size_t n, unsigned seed) { return random_floats(n, seed); }

/// A tile whose heads have any length, and its results by the definition.
struct Tile {
  explicit Tile(std::size_t n)
      : head(n),
        q(some(rows * n, 1)),
        k(some(cells * (n + gap), 2)),
        v(some(cells * (n + gap), 3)),
        weights(some(rows * cells, 4)),
        sums(some(rows * n, 5)) {}

  AttendJob job(std::size_t first, std::size_t count) {
    return {.rows = static_cast<std::int64_t>(count),
            .cells = cells,
            .q = q.data() + first * head,
            .head_k = static_cast<std::int64_t>(head),
            .k = k.data(),
            .pitch_k = static_cast<std::int64_t>(head + gap),
            .v = v.data(),
            .pitch_v = static_cast<std::int64_t>(head + gap),
            .head_v = static_cast<std::int64_t>(head),
            .weights = weights.data() + first * cells,
            .pitch_weights = cells,
            .sums = sums.data() + first * head};
  }

  std::vector<float> scores() const {
    std::vector<float> found;
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t c = 0; c < cells; ++c) {
        double sum = 0.0;
        for (std::size_t i = 0; i < head; ++i)
          sum += static_cast<double>(q[r * head + i]) * k[c * (head + gap) + i];
        found.push_back(static_cast<float>(sum));
      }
    }
    return found;
  }

  std::vector<float> mixed() const {
    std::vector<float> found;
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t i = 0; i < head; ++i) {
        double sum = sums[r * head + i];
        for (std::size_t c = 0; c < cells; ++c)
          sum += static_cast<double>(weights[r * cells + c]) * v[c * (head + gap) + i];
        found.push_back(static_cast<float>(sum));
      }
    }
    return found;
  }

  std::size_t head;
  std::vector<float> q, k, v, weights, sums;
};

void agrees_with_the_definition() {
  for (const std::size_t head : {1u, 3u, 16u, 40u, 64u, 129u}) {
    for (const SimdKernels* kernels : simd_variants()) {
      Tile tile(head);
      const std::vector<float> mixed = tile.mixed();
      kernels->mix(tile.job(0, rows));
      CHECK_ALL_NEAR(tile.sums, mixed, 2e-5);
      kernels->score(tile.job(0, rows));
      CHECK_ALL_NEAR(tile.weights, tile.scores(), 2e-5);
    }
  }
}

void gives_the_same_bits_row_by_row() {
  for (const std::size_t head : {20u, 64u}) {
    for (const SimdKernels* kernels : simd_variants()) {
      Tile all(head), single(head);
      kernels->mix(all.job(0, rows));
      kernels->score(all.job(0, rows));
      for (std::size_t row = 0; row < rows; ++row) {
        kernels->mix(single.job(row, 1));
        kernels->score(single.job(row, 1));
      }
      CHECK(all.sums == single.sums);
      CHECK(all.weights == single.weights);
    }
  }
}

}  // namespace backends_simd_attend_test

void test_backends_simd_attend(TestTable& tests) {
  using namespace backends_simd_attend_test;
  tests.add("backends_simd_attend", "agrees with the definition", agrees_with_the_definition);
  tests.add("backends_simd_attend", "gives the same bits row by row",
            gives_the_same_bits_row_by_row);
}

}  // namespace tern

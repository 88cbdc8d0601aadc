#pragma once

#include <cstdint>

#include "core/op.h"

namespace tern {

/// source[0]: F32. Result: the part of each matrix on one side of its diagonal, zeros elsewhere.
inline constexpr OpInfo tri_op{"tri"};
/// source[0]: F32 [n, 1, …]. Result [n, n, …]: the elements on the diagonal, zeros elsewhere.
inline constexpr OpInfo diag_op{"diag"};
/// source[0]: F32 [n, n, …], lower triangles; source[1]: F32 [k, n, …]. Result [k, n, …]: what
/// source[0] must be multiplied by to give source[1].
inline constexpr OpInfo solve_tri_op{"solve_tri"};

/// Elements above the diagonal have a column greater than their row.
enum class Triangle : std::int32_t { upper_with_diagonal, upper, lower_with_diagonal, lower };

struct TriParams {
  Triangle part = Triangle::lower;
};

}  // namespace tern

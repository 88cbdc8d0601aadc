#include "kernels/language.h"

#include "kernels/args/rows.h"

// Ops on whole matrices, or on rows whose elements all depend on each other.

// Each thread has a column of the result, which no other needs. in0: lower triangles (x), in1: what
// they must give (z). Groups: parts of the columns, matrices.
TN_KERNEL_2(solve_triangle, tn_rows_args) {
  const tn_i32 column = (tn_i32)(TN_GROUP_X * TN_THREADS + TN_THREAD);
  if (column >= a.y.shape[0]) return;
  for (tn_i32 row = 0; row < a.y.shape[1]; ++row) {
    const TN_GLOBAL float* factors = TN_FLOATS(tn_row(in0, a.x, row, TN_GROUP_Y, TN_GROUP_Z));
    float sum = 0.0f;
    for (tn_i32 above = 0; above < row; ++above)
      sum += factors[above] *
             TN_FLOATS_OUT(tn_row_out(out, a.y, above, TN_GROUP_Y, TN_GROUP_Z))[column];
    const float wanted = TN_FLOATS(tn_row(in1, a.z, row, TN_GROUP_Y, TN_GROUP_Z))[column];
    TN_FLOATS_OUT(tn_row_out(out, a.y, row, TN_GROUP_Y, TN_GROUP_Z))
    [column] = (wanted - sum) / factors[row];
  }
}

// x: rows whose length is a power of two; p[0]: scale. One group for each row.
TN_KERNEL_1(hadamard, tn_rows_args) {
  const TN_GLOBAL float* x = TN_FLOATS(tn_row(in0, a.x, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));
  TN_GLOBAL float* y = TN_FLOATS_OUT(tn_row_out(out, a.y, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));
  const tn_i32 n = a.y.shape[0];
  for (tn_i32 i = TN_THREAD; i < n; i += TN_THREADS) y[i] = x[i] * a.p[0];
  for (tn_i32 part = 1; part < n; part *= 2) {
    TN_BARRIER();
    for (tn_i32 i = TN_THREAD; i < n / 2; i += TN_THREADS) {
      const tn_i32 first = i / part * 2 * part + i % part;
      const float p = y[first];
      const float q = y[first + part];
      y[first] = p + q;
      y[first + part] = p - q;
    }
  }
}

/// Element i of some matrices of one batch, counted through all of them.
TN_FUNCTION tn_i64 tn_place_in(const tn_layout t, tn_i64 i, tn_i32 first_matrix, tn_i32 batch) {
  const tn_i64 row = i / t.shape[0];
  return i % t.shape[0] * 4 + row % t.shape[1] * t.stride[1] +
         (first_matrix + row / t.shape[1]) * t.stride[2] + batch * t.stride[3];
}

// Groups: groups of matrices, batches. p[0]: epsilon, p[1]: matrices of a group.
TN_KERNEL_1(group_norm, tn_rows_args) {
  TN_SHARED(float, scratch, TN_MAX_THREADS);
  const tn_i32 first = (tn_i32)TN_GROUP_X * (tn_i32)a.p[1];
  const tn_i32 left = a.x.shape[2] - first;
  const tn_i32 matrices = left < (tn_i32)a.p[1] ? left : (tn_i32)a.p[1];
  const tn_i64 n = (tn_i64)a.x.shape[0] * a.x.shape[1] * (matrices > 0 ? matrices : 0);
  const tn_i32 batch = (tn_i32)TN_GROUP_Y;
  float sum = 0.0f;
  for (tn_i64 i = TN_THREAD; i < n; i += TN_THREADS)
    sum += *TN_FLOATS(in0 + tn_place_in(a.x, i, first, batch));
  const float mean = tn_sum_group(sum, scratch TN_PASS) / (float)n;
  float squares = 0.0f;
  for (tn_i64 i = TN_THREAD; i < n; i += TN_THREADS) {
    const float off = *TN_FLOATS(in0 + tn_place_in(a.x, i, first, batch)) - mean;
    squares += off * off;
  }
  const float factor = 1.0f / sqrt(tn_sum_group(squares, scratch TN_PASS) / (float)n + a.p[0]);
  for (tn_i64 i = TN_THREAD; i < n; i += TN_THREADS)
    *TN_FLOATS_OUT(out + tn_place_in(a.y, i, first, batch)) =
        (*TN_FLOATS(in0 + tn_place_in(a.x, i, first, batch)) - mean) * factor;
}

// One group for all rows of x and z: how many numbers are equal.
TN_KERNEL_2(count_equal, tn_rows_args) {
  TN_SHARED(tn_i32, counts, TN_MAX_THREADS);
  const tn_i64 rows = (tn_i64)a.x.shape[1] * a.x.shape[2] * a.x.shape[3];
  tn_i32 count = 0;
  for (tn_i64 row = 0; row < rows; ++row) {
    const tn_i64 i1 = row % a.x.shape[1];
    const tn_i64 i2 = row / a.x.shape[1] % a.x.shape[2];
    const tn_i64 i3 = row / a.x.shape[1] / a.x.shape[2];
    const TN_GLOBAL tn_i32* x = TN_INTS(tn_row(in0, a.x, i1, i2, i3));
    const TN_GLOBAL tn_i32* z = TN_INTS(tn_row(in1, a.z, i1, i2, i3));
    for (tn_i32 i = TN_THREAD; i < a.x.shape[0]; i += TN_THREADS) count += x[i] == z[i] ? 1 : 0;
  }
  counts[TN_THREAD] = count;
  TN_BARRIER();
  if (TN_THREAD != 0) return;
  for (tn_u32 i = 1; i < TN_THREADS; ++i) count += counts[i];
  TN_INTS_OUT(out)[0] = count;
}

// x: [m, k, …], z: [n, k, …]; p[0], p[1]: how many matrices of z use the same one of x. One group
// for each row of the result.
TN_KERNEL_2(outer_product, tn_rows_args) {
  const tn_i32 i2 = (tn_i32)TN_GROUP_Y / (tn_i32)a.p[0];
  const tn_i32 i3 = (tn_i32)TN_GROUP_Z / (tn_i32)a.p[1];
  TN_GLOBAL float* y = TN_FLOATS_OUT(tn_row_out(out, a.y, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));
  for (tn_i32 i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) {
    float sum = 0.0f;
    for (tn_i32 k = 0; k < a.x.shape[1]; ++k) {
      const TN_GLOBAL tn_u8* z = tn_row(in1, a.z, k, TN_GROUP_Y, TN_GROUP_Z);
      sum += TN_FLOATS(tn_row(in0, a.x, k, i2, i3))[i] * *TN_FLOATS(z + TN_GROUP_X * a.z.stride[0]);
    }
    y[i] = sum;
  }
}

#include "kernels/language.h"

#include "kernels/args/places.h"
#include "kernels/args/rows.h"

// Elements in other places, or made of their places. One group for each row of the result.

#define TN_OWN_ROW_OUT TN_FLOATS_OUT(tn_row_out(out, a.y, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z))

// p[0] + p[1] * i; the input is not read.
TN_KERNEL_1(ramp, tn_rows_args) {
  TN_GLOBAL float* y = TN_OWN_ROW_OUT;
  (void)in0;
  for (tn_i32 i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) y[i] = a.p[0] + a.p[1] * (float)i;
}

// number[0]: 1 keeps columns from the diagonal on, 0 those before it; number[1] shifts it.
TN_KERNEL_1(triangle, tn_places_args) {
  const TN_GLOBAL float* x = TN_FLOATS(tn_row(in0, a.x, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));
  TN_GLOBAL float* y = TN_OWN_ROW_OUT;
  for (tn_i32 i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) {
    const int behind = i >= (tn_i32)TN_GROUP_X + a.number[1];
    y[i] = behind == a.number[0] ? x[i] : 0.0f;
  }
}

TN_KERNEL_1(diagonal, tn_places_args) {
  const TN_GLOBAL float* x = TN_FLOATS(tn_row(in0, a.x, 0, TN_GROUP_Y, TN_GROUP_Z));
  TN_GLOBAL float* y = TN_OWN_ROW_OUT;
  for (tn_i32 i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS)
    y[i] = i == (tn_i32)TN_GROUP_X ? x[i] : 0.0f;
}

// by_dim: elements added at the start.
TN_KERNEL_1(pad_zeros, tn_places_args) {
  const tn_i32 i1 = (tn_i32)TN_GROUP_X - a.by_dim[1];
  const tn_i32 i2 = (tn_i32)TN_GROUP_Y - a.by_dim[2];
  const tn_i32 i3 = (tn_i32)TN_GROUP_Z - a.by_dim[3];
  const int row_inside =
      i1 >= 0 && i1 < a.x.shape[1] && i2 >= 0 && i2 < a.x.shape[2] && i3 >= 0 && i3 < a.x.shape[3];
  const TN_GLOBAL float* x = TN_FLOATS(row_inside ? tn_row(in0, a.x, i1, i2, i3) : in0);
  TN_GLOBAL float* y = TN_OWN_ROW_OUT;
  for (tn_i32 i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) {
    const tn_i32 from = i - a.by_dim[0];
    y[i] = row_inside && from >= 0 && from < a.x.shape[0] ? x[from] : 0.0f;
  }
}

TN_FUNCTION tn_i32 tn_go_round(tn_i32 i, tn_i32 n) { return ((i % n) + n) % n; }

// by_dim: what the result is shifted by, going round.
TN_KERNEL_1(pad_round, tn_places_args) {
  const TN_GLOBAL float* x =
      TN_FLOATS(tn_row(in0, a.x, tn_go_round((tn_i32)TN_GROUP_X - a.by_dim[1], a.x.shape[1]),
                       tn_go_round((tn_i32)TN_GROUP_Y - a.by_dim[2], a.x.shape[2]),
                       tn_go_round((tn_i32)TN_GROUP_Z - a.by_dim[3], a.x.shape[3])));
  TN_GLOBAL float* y = TN_OWN_ROW_OUT;
  for (tn_i32 i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS)
    y[i] = x[tn_go_round(i - a.by_dim[0], a.x.shape[0])];
}

// by_dim[0]: elements added at the start, mirrored as those at the end.
TN_KERNEL_1(pad_mirrored, tn_places_args) {
  const TN_GLOBAL float* x = TN_FLOATS(tn_row(in0, a.x, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));
  TN_GLOBAL float* y = TN_OWN_ROW_OUT;
  const tn_i32 last = a.x.shape[0] - 1;
  for (tn_i32 i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) {
    const tn_i32 at = i < a.by_dim[0] ? a.by_dim[0] - i : i - a.by_dim[0];
    y[i] = x[at <= last ? at : 2 * last - at];
  }
}

// Images cut into windows: x [width, columns, rows]; number[0]: size of a window.
TN_KERNEL_1(window_part, tn_places_args) {
  const tn_i32 size = a.number[0];
  const tn_i32 across = (a.x.shape[1] + size - 1) / size;
  const tn_i32 column = (tn_i32)TN_GROUP_Z % across * size + (tn_i32)TN_GROUP_X;
  const tn_i32 row = (tn_i32)TN_GROUP_Z / across * size + (tn_i32)TN_GROUP_Y;
  const int inside = column < a.x.shape[1] && row < a.x.shape[2];
  const TN_GLOBAL float* x = TN_FLOATS(inside ? tn_row(in0, a.x, column, row, 0) : in0);
  TN_GLOBAL float* y = TN_OWN_ROW_OUT;
  for (tn_i32 i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) y[i] = inside ? x[i] : 0.0f;
}

TN_KERNEL_1(window_join, tn_places_args) {
  const tn_i32 size = a.number[0];
  const tn_i32 across = (a.y.shape[1] + size - 1) / size;
  const tn_i32 column = (tn_i32)TN_GROUP_X;
  const tn_i32 row = (tn_i32)TN_GROUP_Y;
  const TN_GLOBAL float* x =
      TN_FLOATS(tn_row(in0, a.x, column % size, row % size, row / size * across + column / size));
  TN_GLOBAL float* y = TN_OWN_ROW_OUT;
  for (tn_i32 i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) y[i] = x[i];
}

// in1: across (z) [columns, queries, heads], in2: down [rows, queries, heads], whose bytes from
// query to query and from head to head are by_dim[1] and by_dim[2].
TN_KERNEL_3(add_relative_positions, tn_places_args) {
  const TN_GLOBAL float* x = TN_FLOATS(tn_row(in0, a.x, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));
  const TN_GLOBAL float* across = TN_FLOATS(tn_row(in1, a.z, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));
  const TN_GLOBAL float* down =
      TN_FLOATS(in2 + (tn_i64)TN_GROUP_X * a.by_dim[1] + (tn_i64)TN_GROUP_Y * a.by_dim[2] +
                (tn_i64)TN_GROUP_Z * a.by_dim[3]);
  TN_GLOBAL float* y = TN_OWN_ROW_OUT;
  for (tn_i32 i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS)
    y[i] = x[i] + down[i / a.z.shape[0]] + across[i % a.z.shape[0]];
}

// Rows of a table by the distance of a query (Y) from a key (X); elements of so many bytes.
#define TN_RELATIVE_POSITIONS(bytes, unit)                                                         \
  TN_KERNEL_1(relative_positions_##bytes, tn_places_args) {                                        \
    const tn_i32 distance = a.y.shape[1] - 1 - (tn_i32)TN_GROUP_X + (tn_i32)TN_GROUP_Y;            \
    const TN_GLOBAL tn_u8* x = tn_row(in0, a.x, distance, 0, 0);                                   \
    TN_GLOBAL tn_u8* y = tn_row_out(out, a.y, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z);                 \
    for (tn_i32 i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS)                                  \
      *(TN_GLOBAL unit*)(y + i * a.y.stride[0]) = *(const TN_GLOBAL unit*)(x + i * a.x.stride[0]); \
  }

TN_RELATIVE_POSITIONS(2, tn_u16)
TN_RELATIVE_POSITIONS(4, tn_u32)

// p[0]: how much the logarithm of the frequency falls from one to the next, p[1]: dims.
TN_KERNEL_1(timestep_embedding, tn_rows_args) {
  const float step = TN_FLOATS(in0)[TN_GROUP_X];
  const tn_i32 pairs = (tn_i32)a.p[1] / 2;
  TN_GLOBAL float* y = TN_OWN_ROW_OUT;
  for (tn_i32 i = TN_THREAD; i < pairs; i += TN_THREADS) {
    const float angle = step * exp(-a.p[0] * (float)i);
    y[i] = cos(angle);
    y[pairs + i] = sin(angle);
  }
  if (TN_THREAD == 0 && a.y.shape[0] > 2 * pairs) y[2 * pairs] = 0.0f;
}

#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "args/places.h"

TN_KERNEL(add_relative_positions, 0, 0)
TN_ARGS(tn_places_args)

// in1: across (z) [columns, queries, heads], in2: down [rows, queries, heads], whose bytes from one
// to the next are in by_dim. One group for each row.
void main() {
  tn_floats x = tn_floats(tn_own_row(in0, a.x));
  tn_floats across = tn_floats(tn_own_row(in1, a.z));
  tn_floats down = tn_floats(in2 + TN_GROUP_X * tn_i64(a.by_dim[1]) +
                             TN_GROUP_Y * tn_i64(a.by_dim[2]) + TN_GROUP_Z * tn_i64(a.by_dim[3]));
  tn_floats y = tn_floats(tn_own_row(push.result, a.y));
  const int columns = a.z.shape[0];
  for (int i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS)
    y.at[i] = x.at[i] + down.at[i / columns] + across.at[i % columns];
}

#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "args/binary.h"

TN_ARGS(tn_binary_args)

float result_of(float p, float q) {
  switch (tn_first) {
    TN_CASE(0, binary_add, p + q)
    TN_CASE(1, binary_sub, p - q)
    TN_CASE(2, binary_mul, p * q)
    TN_CASE(3, binary_div, p / q)
  }
  return 0.0f;
}

// One group for each row. The row of b is repeated along that of a.
void main() {
  tn_floats x = tn_floats(tn_own_row(in0, a.a));
  tn_floats z = tn_floats(tn_repeated_row(in1, a.b, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));
  tn_floats y = tn_floats(tn_own_row(push.result, a.y));
  for (int i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS)
    y.at[i] = result_of(x.at[i], z.at[i % a.b.shape[0]]);
}

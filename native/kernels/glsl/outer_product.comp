#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "args/rows.h"

TN_KERNEL(outer_product, 0, 0)
TN_ARGS(tn_rows_args)

// x: [m, k, …], z: [n, k, …]; p[0], p[1]: how many matrices of z use the same one of x. One
// group for each row of the result.
void main() {
  const int i2 = TN_GROUP_Y / int(a.p[0]);
  const int i3 = TN_GROUP_Z / int(a.p[1]);
  tn_floats y = tn_floats(tn_own_row(push.result, a.y));
  for (int i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) {
    float sum = 0.0f;
    for (int k = 0; k < a.x.shape[1]; ++k) {
      const tn_address z = tn_row(in1, a.z, k, TN_GROUP_Y, TN_GROUP_Z);
      sum += tn_floats(tn_row(in0, a.x, k, i2, i3)).at[i] *
             tn_floats(z + TN_GROUP_X * a.z.stride[0]).at[0];
    }
    y.at[i] = sum;
  }
}

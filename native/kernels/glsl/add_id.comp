#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "args/rows.h"

TN_KERNEL(add_id, 0, 0)
TN_ARGS(tn_rows_args)

// One group for each row of x; z: what is added; p[0]: bytes from the numbers of a token to the next.
void main() {
  tn_floats x = tn_floats(tn_own_row(in0, a.x));
  tn_floats y = tn_floats(tn_own_row(push.result, a.y));
  const int id = tn_ints(in2 + TN_GROUP_Y * tn_i64(a.p[0])).at[TN_GROUP_X];
  const bool known = id >= 0 && id < a.z.shape[1];
  tn_floats added = tn_floats(tn_row(in1, a.z, known ? id : 0, 0, 0));
  for (int i = TN_THREAD; i < a.x.shape[0]; i += TN_THREADS)
    y.at[i] = known ? x.at[i] + added.at[i] : x.at[i];
}

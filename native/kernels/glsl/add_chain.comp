#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "args/binary.h"

TN_KERNEL(add_chain, 0, 0)
TN_ARGS(tn_add_chain_args)

// One group for each row. The rows of the addends are repeated along that of the first operand.
void main() {
  tn_floats x = tn_floats(tn_own_row(in0, a.a));
  tn_floats y = tn_floats(tn_own_row(push.result, a.y));
  for (int i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) {
    float sum = x.at[i];
    for (int n = 1; n <= a.count; ++n) {
      const tn_address row =
          tn_repeated_row(push.inputs[n], a.b, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z);
      sum += tn_floats(row).at[i % a.b.shape[0]];
    }
    y.at[i] = sum;
  }
}

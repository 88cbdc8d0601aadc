#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "args/rows.h"

TN_KERNEL(hadamard, 0, 0)
TN_ARGS(tn_rows_args)

// Sums and differences of neighbouring parts, twice as long each time. One group for each row; p[0]
// scales.
void main() {
  const int n = a.y.shape[0];
  tn_floats x = tn_floats(tn_own_row(in0, a.x));
  tn_floats y = tn_floats(tn_own_row(push.result, a.y));
  for (int i = TN_THREAD; i < n; i += TN_THREADS) y.at[i] = x.at[i] * a.p[0];
  for (int part = 1; part < n; part *= 2) {
    memoryBarrierBuffer();
    TN_BARRIER();
    for (int i = TN_THREAD; i < n / 2; i += TN_THREADS) {
      const int at = i / part * 2 * part + i % part;
      const float p = y.at[at];
      const float q = y.at[at + part];
      y.at[at] = p + q;
      y.at[at + part] = p - q;
    }
  }
}

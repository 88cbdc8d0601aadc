#include "kernels/language.h"

#include "kernels/activation.h"
#include "kernels/args/rows.h"

// One group for each row: x is the gate, z the value.

#define TN_GLU(name, expression)                                                                   \
  TN_KERNEL_2(name, tn_rows_args) {                                                                \
    const TN_GLOBAL float* gate = TN_FLOATS(tn_row(in0, a.x, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z)); \
    const TN_GLOBAL float* value =                                                                 \
        TN_FLOATS(tn_row(in1, a.z, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));                           \
    TN_GLOBAL float* y = TN_FLOATS_OUT(tn_row_out(out, a.y, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));  \
    for (tn_i32 i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) {                                \
      const float x = gate[i];                                                                     \
      const float z = value[i];                                                                    \
      y[i] = expression;                                                                           \
    }                                                                                              \
  }

/// p[0] is the slope of the sigmoid, p[1] the limit of both.
TN_FUNCTION float tn_swiglu_oai(const tn_rows_args a, float gate, float value) {
  const float g = fmin(gate, a.p[1]);
  const float v = fmin(fmax(value, -a.p[1]), a.p[1]);
  return g * tn_sigmoid(a.p[0] * g) * (v + 1.0f);
}

TN_GLU(reglu, tn_relu(x) * z)
TN_GLU(geglu, tn_gelu(x) * z)
TN_GLU(geglu_erf, tn_gelu_erf(x) * z)
TN_GLU(geglu_quick, tn_gelu_quick(x) * z)
TN_GLU(swiglu, tn_silu(x) * z)
TN_GLU(swiglu_oai, tn_swiglu_oai(a, x, z))
TN_GLU(swiglu_clamp, tn_silu(fmin(x, a.p[0])) * fmin(fmax(z, -a.p[0]), a.p[0]))

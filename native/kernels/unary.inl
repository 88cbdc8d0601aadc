#include "kernels/language.h"

#include "kernels/activation.h"
#include "kernels/args/rows.h"

// One group for each row.

#define TN_UNARY(name, expression)                                                                \
  TN_KERNEL_1(unary_##name, tn_rows_args) {                                                       \
    const TN_GLOBAL float* row = TN_FLOATS(tn_row(in0, a.x, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z)); \
    TN_GLOBAL float* y = TN_FLOATS_OUT(tn_row_out(out, a.y, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z)); \
    for (tn_i32 i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) {                               \
      const float x = row[i];                                                                     \
      y[i] = expression;                                                                          \
    }                                                                                             \
  }

TN_UNARY(relu, tn_relu(x))
TN_UNARY(sigmoid, tn_sigmoid(x))
TN_UNARY(silu, tn_silu(x))
TN_UNARY(tanh, tanh(x))
TN_UNARY(gelu, tn_gelu(x))
TN_UNARY(gelu_erf, tn_gelu_erf(x))
TN_UNARY(gelu_quick, tn_gelu_quick(x))
TN_UNARY(elu, x > 0.0f ? x : expm1(x))
TN_UNARY(relu_sqr, tn_relu(x) * tn_relu(x))
TN_UNARY(hardsigmoid, tn_hardsigmoid(x))
TN_UNARY(hardswish, x* tn_hardsigmoid(x))
TN_UNARY(softplus, tn_softplus(x))
TN_UNARY(sqr, x* x)
TN_UNARY(sqrt, sqrt(x))
TN_UNARY(exp, exp(x))
TN_UNARY(expm1, expm1(x))
TN_UNARY(log, log(x))
TN_UNARY(sin, sin(x))
TN_UNARY(cos, cos(x))
TN_UNARY(neg, -x)
TN_UNARY(abs, fabs(x))
TN_UNARY(step, x > 0.0f ? 1.0f : 0.0f)
TN_UNARY(sgn, x > 0.0f ? 1.0f : (x < 0.0f ? -1.0f : 0.0f))
TN_UNARY(floor, floor(x))
TN_UNARY(ceil, ceil(x))
TN_UNARY(round, round(x))
TN_UNARY(trunc, trunc(x))
TN_UNARY(scale, x* a.p[0] + a.p[1])
TN_UNARY(clamp, fmin(fmax(x, a.p[0]), a.p[1]))
TN_UNARY(leaky_relu, x > 0.0f ? x : x * a.p[0])
TN_UNARY(xielu, x > 0.0f ? a.p[1] * x * x + a.p[2] * x
                         : (expm1(fmin(x, a.p[3])) - x) * a.p[0] + a.p[2] * x)

#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "functions.glsl"
#include "args/rows.h"

TN_ARGS(tn_rows_args)

float xielu(float x) {
  if (x > 0.0f) return a.p[1] * x * x + a.p[2] * x;
  return (tn_expm1(min(x, a.p[3])) - x) * a.p[0] + a.p[2] * x;
}

float result_of(float x) {
  switch (tn_first) {
    TN_CASE(0, unary_relu, tn_relu(x))
    TN_CASE(1, unary_sigmoid, tn_sigmoid(x))
    TN_CASE(2, unary_silu, tn_silu(x))
    TN_CASE(3, unary_tanh, tn_tanh(x))
    TN_CASE(4, unary_gelu, tn_gelu(x))
    TN_CASE(5, unary_gelu_erf, tn_gelu_erf(x))
    TN_CASE(6, unary_gelu_quick, tn_gelu_quick(x))
    TN_CASE(7, unary_elu, x > 0.0f ? x : tn_expm1(x))
    TN_CASE(8, unary_relu_sqr, tn_relu(x) * tn_relu(x))
    TN_CASE(9, unary_hardsigmoid, tn_hardsigmoid(x))
    TN_CASE(10, unary_hardswish, x * tn_hardsigmoid(x))
    TN_CASE(11, unary_softplus, tn_softplus(x))
    TN_CASE(12, unary_sqr, x * x)
    TN_CASE(13, unary_sqrt, sqrt(x))
    TN_CASE(14, unary_exp, exp(x))
    TN_CASE(15, unary_expm1, tn_expm1(x))
    TN_CASE(16, unary_log, log(x))
    TN_CASE(17, unary_sin, tn_sin_cos(x).x)
    TN_CASE(18, unary_cos, tn_sin_cos(x).y)
    TN_CASE(19, unary_neg, -x)
    TN_CASE(20, unary_abs, abs(x))
    TN_CASE(21, unary_step, x > 0.0f ? 1.0f : 0.0f)
    TN_CASE(22, unary_sgn, sign(x))
    TN_CASE(23, unary_floor, floor(x))
    TN_CASE(24, unary_ceil, ceil(x))
    TN_CASE(25, unary_round, tn_round(x))
    TN_CASE(26, unary_trunc, trunc(x))
    TN_CASE(27, unary_scale, x * a.p[0] + a.p[1])
    TN_CASE(28, unary_clamp, min(max(x, a.p[0]), a.p[1]))
    TN_CASE(29, unary_leaky_relu, x > 0.0f ? x : x * a.p[0])
    TN_CASE(30, unary_xielu, xielu(x))
  }
  return 0.0f;
}

// One group for each row.
void main() {
  tn_floats x = tn_floats(tn_own_row(in0, a.x));
  tn_floats y = tn_floats(tn_own_row(push.result, a.y));
  for (int i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) y.at[i] = result_of(x.at[i]);
}

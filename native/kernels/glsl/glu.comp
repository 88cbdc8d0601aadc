#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "functions.glsl"
#include "args/rows.h"

TN_ARGS(tn_rows_args)

/// p[0] is the slope of the sigmoid, p[1] the limit of both.
float limited(float gate, float value) {
  const float g = min(gate, a.p[1]);
  const float v = min(max(value, -a.p[1]), a.p[1]);
  return g * tn_sigmoid(a.p[0] * g) * (v + 1.0f);
}

float result_of(float x, float z) {
  switch (tn_first) {
    TN_CASE(0, reglu, tn_relu(x) * z)
    TN_CASE(1, geglu, tn_gelu(x) * z)
    TN_CASE(2, geglu_erf, tn_gelu_erf(x) * z)
    TN_CASE(3, geglu_quick, tn_gelu_quick(x) * z)
    TN_CASE(4, swiglu, tn_silu(x) * z)
    TN_CASE(5, swiglu_oai, limited(x, z))
    TN_CASE(6, swiglu_clamp, tn_silu(min(x, a.p[0])) * min(max(z, -a.p[0]), a.p[0]))
  }
  return 0.0f;
}

// One group for each row: x is the gate, z the value.
void main() {
  tn_floats gate = tn_floats(tn_own_row(in0, a.x));
  tn_floats value = tn_floats(tn_own_row(in1, a.z));
  tn_floats y = tn_floats(tn_own_row(push.result, a.y));
  for (int i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS)
    y.at[i] = result_of(gate.at[i], value.at[i]);
}

#include "core/ops/unary.h"

#include <cmath>

#include "backends/cpu/activation.h"
#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_unary {

float hyperbolic_tangent(float x) { return std::tanh(x); }
float square(float x) { return x * x; }
float square_root(float x) { return std::sqrt(x); }
float exponential(float x) { return std::exp(x); }
float exponential_less_one(float x) { return std::expm1(x); }
float logarithm(float x) { return std::log(x); }
float sine(float x) { return std::sin(x); }
float cosine(float x) { return std::cos(x); }
float negative(float x) { return -x; }
float magnitude(float x) { return std::fabs(x); }
float step(float x) { return x > 0.0f ? 1.0f : 0.0f; }
float sign(float x) { return step(x) - step(-x); }
float round_down(float x) { return std::floor(x); }
float round_up(float x) { return std::ceil(x); }
float round_to_nearest(float x) { return std::round(x); }
float round_to_zero(float x) { return std::trunc(x); }

template <float (*function)(float)>
void run(const CpuTask& task, const Tensor& node) {
  for_each_row(task, node.shape, [&](RowIndex at) {
    const float* x = float_row(*node.source[0], at);
    float* y = float_row(node, at);
    for (std::int64_t i = 0; i < node.shape[0]; ++i) y[i] = function(x[i]);
  });
}

}  // namespace cpu_unary

void register_cpu_unary(CpuKernelTable& table) {
  using namespace cpu_unary;
  table.add(sqr_op, {run<square>});
  table.add(sqrt_op, {run<square_root>});
  table.add(exp_op, {run<exponential>});
  table.add(expm1_op, {run<exponential_less_one>});
  table.add(log_op, {run<logarithm>});
  table.add(sin_op, {run<sine>});
  table.add(cos_op, {run<cosine>});
  table.add(neg_op, {run<negative>});
  table.add(abs_op, {run<magnitude>});
  table.add(step_op, {run<step>});
  table.add(sgn_op, {run<sign>});
  table.add(floor_op, {run<round_down>});
  table.add(ceil_op, {run<round_up>});
  table.add(round_op, {run<round_to_nearest>});
  table.add(trunc_op, {run<round_to_zero>});
  table.add(elu_op, {run<elu>});
  table.add(relu_sqr_op, {run<relu_sqr>});
  table.add(hardsigmoid_op, {run<hardsigmoid>});
  table.add(hardswish_op, {run<hardswish>});
  table.add(softplus_op, {run<softplus>});
  table.add(relu_op, {run<relu>});
  table.add(sigmoid_op, {run<sigmoid>});
  table.add(silu_op, {run<silu>});
  table.add(tanh_op, {run<hyperbolic_tangent>});
  table.add(gelu_op, {run<gelu>});
  table.add(gelu_erf_op, {run<gelu_erf>});
  table.add(gelu_quick_op, {run<gelu_quick>});
}

}  // namespace tern

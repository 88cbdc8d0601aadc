#include "backends/gpu/lowering.h"
#include "core/ops/glu.h"
#include "core/ops/parametric.h"
#include "core/ops/scale.h"
#include "core/ops/unary.h"
#include "core/text.h"
#include "kernels/args/rows.h"

namespace tern {
namespace gpu_rowwise {

void call(Lowering& to, std::string kernel, const Tensor& node, float p0 = 0.0f, float p1 = 0.0f,
          float p2 = 0.0f, float p3 = 0.0f) {
  const Tensor& x = *node.source[0];
  const Tensor* z = node.source[1];
  const tn_rows_args args{
      layout_of(x), layout_of(z != nullptr ? *z : x), layout_of(node), {p0, p1, p2, p3}};
  std::vector<const Tensor*> inputs{&x};
  if (z != nullptr) inputs.push_back(z);
  to.call(std::move(kernel), args, std::move(inputs), node, groups_by_row(node.shape),
          to.threads_for(node.shape[0]));
}

void lower_unary(Lowering& to, const Tensor& node) {
  call(to, concat("unary_", node.op->name), node);
}

void lower_scale(Lowering& to, const Tensor& node) {
  const auto params = node.params<ScaleParams>();
  call(to, "unary_scale", node, params.factor, params.bias);
}

void lower_glu(Lowering& to, const Tensor& node) { call(to, std::string(node.op->name), node); }

void lower_oai(Lowering& to, const Tensor& node) {
  const auto params = node.params<SwigluOaiParams>();
  call(to, "swiglu_oai", node, params.alpha, params.limit);
}

void lower_swiglu_clamp(Lowering& to, const Tensor& node) {
  call(to, "swiglu_clamp", node, node.params<SwigluClampParams>().limit);
}

void lower_clamp(Lowering& to, const Tensor& node) {
  const auto params = node.params<ClampParams>();
  call(to, "unary_clamp", node, params.low, params.high);
}

void lower_leaky_relu(Lowering& to, const Tensor& node) {
  call(to, "unary_leaky_relu", node, node.params<LeakyReluParams>().slope);
}

void lower_xielu(Lowering& to, const Tensor& node) {
  const auto p = node.params<XieluParams>();
  call(to, "unary_xielu", node, p.negative, p.positive, p.linear, p.limit);
}

}  // namespace gpu_rowwise

void register_gpu_rowwise(GpuOpTable& table) {
  using namespace gpu_rowwise;
  for (const OpInfo* op :
       {&relu_op,       &sigmoid_op, &silu_op,     &tanh_op,        &gelu_op,      &gelu_erf_op,
        &gelu_quick_op, &elu_op,     &relu_sqr_op, &hardsigmoid_op, &hardswish_op, &softplus_op,
        &sqr_op,        &sqrt_op,    &exp_op,      &expm1_op,       &log_op,       &sin_op,
        &cos_op,        &neg_op,     &abs_op,      &step_op,        &sgn_op,       &floor_op,
        &ceil_op,       &round_op,   &trunc_op})
    table.add(*op, {lower_unary, nullptr});
  for (const OpInfo* op : {&reglu_op, &geglu_op, &geglu_erf_op, &geglu_quick_op, &swiglu_op})
    table.add(*op, {lower_glu, nullptr});
  table.add(swiglu_oai_op, {lower_oai, nullptr});
  table.add(swiglu_clamp_op, {lower_swiglu_clamp, nullptr});
  table.add(clamp_op, {lower_clamp, nullptr});
  table.add(leaky_relu_op, {lower_leaky_relu, nullptr});
  table.add(xielu_op, {lower_xielu, nullptr});
  table.add(scale_op, {lower_scale, nullptr});
}

}  // namespace tern

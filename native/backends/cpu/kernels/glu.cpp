#include "core/ops/glu.h"

#include <algorithm>

#include "backends/cpu/activation.h"
#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_glu {

template <float (*activation)(float)>
void run(const CpuTask& task, const Tensor& node) {
  for_each_row(task, node.shape, [&](RowIndex at) {
    const float* gate = float_row(*node.source[0], at);
    const float* value = float_row(*node.source[1], at);
    float* y = float_row(node, at);
    for (std::int64_t i = 0; i < node.shape[0]; ++i) y[i] = activation(gate[i]) * value[i];
  });
}

void run_swiglu(const CpuTask& task, const Tensor& node) {
  for_each_row(task, node.shape, [&](RowIndex at) {
    task.simd->swiglu(float_row(*node.source[0], at), float_row(*node.source[1], at),
                      float_row(node, at), node.shape[0]);
  });
}

float apply(const SwigluOaiParams& p, float gate, float value) {
  const float g = std::min(gate, p.limit);
  return g * sigmoid(p.alpha * g) * (std::clamp(value, -p.limit, p.limit) + 1.0f);
}

float apply(const SwigluClampParams& p, float gate, float value) {
  return silu(std::min(gate, p.limit)) * std::clamp(value, -p.limit, p.limit);
}

template <class Params>
void run_limited(const CpuTask& task, const Tensor& node) {
  const auto params = node.params<Params>();
  for_each_row(task, node.shape, [&](RowIndex at) {
    const float* gate = float_row(*node.source[0], at);
    const float* value = float_row(*node.source[1], at);
    float* y = float_row(node, at);
    for (std::int64_t i = 0; i < node.shape[0]; ++i) y[i] = apply(params, gate[i], value[i]);
  });
}

}  // namespace cpu_glu

void register_cpu_glu(CpuKernelTable& table) {
  table.add(reglu_op, {cpu_glu::run<relu>});
  table.add(geglu_op, {cpu_glu::run<gelu>});
  table.add(geglu_erf_op, {cpu_glu::run<gelu_erf>});
  table.add(geglu_quick_op, {cpu_glu::run<gelu_quick>});
  table.add(swiglu_op, {cpu_glu::run_swiglu});
  table.add(swiglu_oai_op, {cpu_glu::run_limited<SwigluOaiParams>});
  table.add(swiglu_clamp_op, {cpu_glu::run_limited<SwigluClampParams>});
}

}  // namespace tern

#include "core/ops/ssm_conv.h"

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_ssm_conv {

float convolve(const float* x, const float* kernel, std::int64_t window) {
  float sum = 0.0f;
  for (std::int64_t i = 0; i < window; ++i) sum += x[i] * kernel[i];
  return sum;
}

/// Threads share the channels, so that each kernel is read by one of them.
void run(const CpuTask& task, const Tensor& node) {
  const Tensor& x = *node.source[0];
  const Tensor& kernel = *node.source[1];
  const Range channels = share_of(node.shape[0], task.thread, task.threads);
  for (std::int64_t seq = 0; seq < node.shape[2]; ++seq) {
    for (std::int64_t token = 0; token < node.shape[1]; ++token) {
      float* y = float_row(node, {token, seq, 0});
      for (std::int64_t c = channels.begin; c < channels.end; ++c)
        y[c] = convolve(float_row(x, {c, seq, 0}) + token, float_row(kernel, {c, 0, 0}),
                        kernel.shape[0]);
    }
  }
}

}  // namespace cpu_ssm_conv

void register_cpu_ssm_conv(CpuKernelTable& table) { table.add(ssm_conv_op, {cpu_ssm_conv::run}); }

}  // namespace tern

#include "core/ops/rope.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_rope {

/// The pair of dimensions whose frequency turns `rotations` times over the original context.
double pair_with_rotations(const RopeParams& p, double rotations) {
  const double wavelengths = p.original_context / (rotations * 2.0 * std::numbers::pi);
  return p.dims * std::log(wavelengths) / (2.0 * std::log(static_cast<double>(p.base)));
}

/// YaRN: 1 for pairs that turn fast and keep their frequency, 0 for slow ones, between them a ramp.
double share_kept(const RopeParams& p, std::int64_t pair) {
  const double low = std::max(0.0, std::floor(pair_with_rotations(p, p.beta_fast)));
  const double high = std::min(p.dims - 1.0, std::ceil(pair_with_rotations(p, p.beta_slow)));
  const double ramp = (static_cast<double>(pair) - low) / std::max(0.001, high - low);
  return 1.0 - std::clamp(ramp, 0.0, 1.0);
}

/// Radians per position.
double frequency(const RopeParams& p, const float* divisors, std::int64_t pair) {
  double plain = std::pow(static_cast<double>(p.base), -2.0 * static_cast<double>(pair) / p.dims);
  if (divisors != nullptr) plain /= divisors[pair];
  const double scaled = plain * p.frequency_scale;
  if (p.extrapolation == 0.0f) return scaled;
  const double kept = share_kept(p, pair) * p.extrapolation;
  return scaled * (1.0 - kept) + plain * kept;
}

double magnitude(const RopeParams& p) {
  if (p.extrapolation == 0.0f) return p.magnitude;
  return p.magnitude * (1.0 - 0.1 * std::log(static_cast<double>(p.frequency_scale)));
}

/// Scratch: frequencies, then cosine and sine of each pair at the current position.
std::size_t scratch_bytes(const Tensor& node) {
  return static_cast<std::size_t>(node.params<RopeParams>().dims / 2) *
         (sizeof(double) + 2 * sizeof(float));
}

struct Tables {
  double* frequency;
  float* cosine;
  float* sine;
};

Tables split_scratch(std::byte* scratch, std::int64_t pairs) {
  auto* frequencies = reinterpret_cast<double*>(scratch);
  auto* floats = reinterpret_cast<float*>(frequencies + pairs);
  return {frequencies, floats, floats + pairs};
}

void turn(const RopeParams& p, const Tables& tables, const float* x, float* y) {
  const std::int64_t pairs = p.dims / 2;
  const std::int64_t step = p.mode == RopeMode::normal ? 2 : 1;
  const std::int64_t partner = p.mode == RopeMode::normal ? 1 : pairs;
  for (std::int64_t pair = 0; pair < pairs; ++pair) {
    const float a = x[pair * step];
    const float b = x[pair * step + partner];
    y[pair * step] = a * tables.cosine[pair] - b * tables.sine[pair];
    y[pair * step + partner] = a * tables.sine[pair] + b * tables.cosine[pair];
  }
}

void fill_angles(const Tables& tables, std::int64_t pairs, double position, double magnitude) {
  for (std::int64_t pair = 0; pair < pairs; ++pair) {
    const double angle = position * tables.frequency[pair];
    tables.cosine[pair] = static_cast<float>(std::cos(angle) * magnitude);
    tables.sine[pair] = static_cast<float>(std::sin(angle) * magnitude);
  }
}

void run(const CpuTask& task, const Tensor& node) {
  const auto p = node.params<RopeParams>();
  const auto* positions = reinterpret_cast<const std::int32_t*>(node.source[1]->data);
  const auto* divisors =
      node.source[2] ? reinterpret_cast<const float*>(node.source[2]->data) : nullptr;
  const std::int64_t pairs = p.dims / 2;
  const Tables tables = split_scratch(task.scratch, pairs);
  for (std::int64_t pair = 0; pair < pairs; ++pair)
    tables.frequency[pair] = frequency(p, divisors, pair);
  std::int64_t token = -1;
  for_each_row(task, node.shape, [&](RowIndex at) {
    if (at.i2 != token) fill_angles(tables, pairs, positions[at.i2], magnitude(p));
    token = at.i2;
    const float* x = float_row(*node.source[0], at);
    float* y = float_row(node, at);
    turn(p, tables, x, y);
    std::copy(x + p.dims, x + node.shape[0], y + p.dims);
  });
}

}  // namespace cpu_rope

void register_cpu_rope(CpuKernelTable& table) {
  table.add(rope_op, {cpu_rope::run, cpu_rope::scratch_bytes});
}

}  // namespace tern

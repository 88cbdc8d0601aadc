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

/// Pairs that are turned.
std::int64_t pair_count(const RopeParams& p) {
  return p.mode == RopeMode::vision ? p.dims : p.dims / 2;
}

/// Where a pair stands in its section, and in which one.
struct Place {
  std::int64_t section;
  std::int64_t in_section;
};

Place place_of(const RopeParams& p, std::int64_t pair) {
  if (!has_sections(p.mode)) return {0, pair};
  const auto& size = p.sections;
  std::int64_t rest = pair % (std::int64_t{size[0]} + size[1] + size[2] + size[3]);
  if (p.mode == RopeMode::interleaved_mrope) {
    const std::int64_t turn = rest % 3;
    return {rest < 3 * std::int64_t{size[static_cast<std::size_t>(turn)]} ? turn : 3, pair};
  }
  std::int64_t section = 0;
  while (section < 3 && rest >= size[static_cast<std::size_t>(section)])
    rest -= size[static_cast<std::size_t>(section++)];
  return {section, p.mode == RopeMode::vision ? rest : pair};
}

/// Radians per position.
double frequency(const RopeParams& p, const float* divisors, std::int64_t pair) {
  const auto step = static_cast<double>(place_of(p, pair).in_section);
  double plain = std::pow(static_cast<double>(p.base), -2.0 * step / p.dims);
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
  return static_cast<std::size_t>(pair_count(node.params<RopeParams>())) *
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
  const std::int64_t pairs = pair_count(p);
  const std::int64_t step = p.mode == RopeMode::normal ? 2 : 1;
  const std::int64_t partner = p.mode == RopeMode::normal ? 1 : pairs;
  for (std::int64_t pair = 0; pair < pairs; ++pair) {
    const float a = x[pair * step];
    const float b = x[pair * step + partner];
    y[pair * step] = a * tables.cosine[pair] - b * tables.sine[pair];
    y[pair * step + partner] = a * tables.sine[pair] + b * tables.cosine[pair];
  }
}

/// `positions` of one token: those of different kinds are `kinds_apart` numbers from each other.
void fill_angles(const RopeParams& p, const Tables& tables, const std::int32_t* positions,
                 std::int64_t kinds_apart, double direction) {
  const double length = magnitude(p);
  for (std::int64_t pair = 0; pair < pair_count(p); ++pair) {
    const double position = positions[place_of(p, pair).section * kinds_apart];
    const double angle = position * tables.frequency[pair];
    tables.cosine[pair] = static_cast<float>(std::cos(angle) * length);
    tables.sine[pair] = static_cast<float>(std::sin(angle) * length * direction);
  }
}

void run(const CpuTask& task, const Tensor& node, double direction) {
  const auto p = node.params<RopeParams>();
  const auto* positions = reinterpret_cast<const std::int32_t*>(node.source[1]->data);
  const auto* divisors =
      node.source[2] ? reinterpret_cast<const float*>(node.source[2]->data) : nullptr;
  const std::int64_t pairs = pair_count(p);
  const Tables tables = split_scratch(task.scratch, pairs);
  for (std::int64_t pair = 0; pair < pairs; ++pair)
    tables.frequency[pair] = frequency(p, divisors, pair);
  std::int64_t token = -1;
  for_each_row(task, node.shape, [&](RowIndex at) {
    if (at.i2 != token) fill_angles(p, tables, positions + at.i2, node.shape[2], direction);
    token = at.i2;
    const float* x = float_row(*node.source[0], at);
    float* y = float_row(node, at);
    const std::int64_t behind = p.offset + 2 * pairs;
    std::copy(x, x + p.offset, y);
    turn(p, tables, x + p.offset, y + p.offset);
    std::copy(x + behind, x + node.shape[0], y + behind);
  });
}

void forward(const CpuTask& task, const Tensor& node) { run(task, node, 1.0); }
void backward(const CpuTask& task, const Tensor& node) { run(task, node, -1.0); }

}  // namespace cpu_rope

void register_cpu_rope(CpuKernelTable& table) {
  table.add(rope_op, {cpu_rope::forward, cpu_rope::scratch_bytes});
  table.add(rope_back_op, {cpu_rope::backward, cpu_rope::scratch_bytes});
}

}  // namespace tern

#include "models/blocks/rotary.h"

#include <cmath>
#include <vector>

#include "core/text.h"
#include "ops/rope.h"

namespace tern {
namespace blocks_rotary {

void read_sections(const Metadata& metadata, RopeParams& p) {
  const std::vector<std::int64_t> sizes = metadata.integers("rope.dimension_sections", 4);
  for (std::size_t i = 0; i < 4; ++i) {
    if (sizes[i] < 0 || sizes[i] > 4096)
      metadata.fail("rope.dimension_sections", "four numbers of pairs", concat(sizes[i]));
    p.sections[i] = static_cast<std::int32_t>(sizes[i]);
  }
}

void read_yarn(const Metadata& metadata, RopeParams& p) {
  const float extrapolation = metadata.number_or("rope.scaling.yarn_ext_factor", -1.0f);
  p.extrapolation = extrapolation < 0.0f ? 1.0f : extrapolation;
  p.beta_fast = metadata.number_or("rope.scaling.yarn_beta_fast", p.beta_fast);
  p.beta_slow = metadata.number_or("rope.scaling.yarn_beta_slow", p.beta_slow);
}

void read_scaling(const Metadata& metadata, RopeParams& p) {
  const std::string type = metadata.text_or("rope.scaling.type", "none");
  if (type != "none" && type != "linear" && type != "yarn") {
    metadata.fail("rope.scaling.type", "none, linear or yarn", concat("'", type, "'"));
  }
  if (type == "none") return;
  const float factor = metadata.number_or("rope.scaling.factor", 0.0f);
  if (factor < 0.0f) metadata.fail("rope.scaling.factor", "a number >= 0", concat(factor));
  // Zero stands for "not scaled".
  p.frequency_scale = factor == 0.0f ? 1.0f : 1.0f / factor;
  p.magnitude = metadata.number_or("rope.scaling.attn_factor", 1.0f);
  if (type == "yarn") read_yarn(metadata, p);
}

void find_divisors(Weights& weights, Rotary& rotary) {
  const Shape shape{rotary.params.dims / 2, 1, 1, 1};
  rotary.divisors = weights.find("rope_freqs.weight", shape);
  if (rotary.divisors != nullptr) return;
  rotary.divisors = weights.find("rope_factors_short.weight", shape);
  rotary.long_divisors = weights.find("rope_factors_long.weight", shape);
}

}  // namespace blocks_rotary

Rotary load_rotary(const Metadata& metadata, const Hparams& hparams, RopeMode mode) {
  Rotary rotary;
  RopeParams& p = rotary.params;
  p.mode = mode;
  if (has_sections(mode)) blocks_rotary::read_sections(metadata, p);
  p.dims = static_cast<std::int32_t>(metadata.positive_or("rope.dimension_count", hparams.head_k));
  if (p.dims % 2 != 0 || p.dims > hparams.head_k) {
    metadata.fail("rope.dimension_count", concat("an even number up to ", hparams.head_k),
                  concat(p.dims));
  }
  p.base = metadata.number_or("rope.freq_base", p.base);
  if (p.base <= 0.0f) metadata.fail("rope.freq_base", "a number > 0", concat(p.base));
  p.original_context = static_cast<std::int32_t>(
      metadata.positive_or("rope.scaling.original_context_length", hparams.context));
  blocks_rotary::read_scaling(metadata, p);
  return rotary;
}

Rotary load_rotary_with_divisors(const Metadata& metadata, Weights& weights, const Hparams& hparams,
                                 RopeMode mode) {
  Rotary rotary = load_rotary(metadata, hparams, mode);
  blocks_rotary::find_divisors(weights, rotary);
  return rotary;
}

std::optional<Turn> turn_of(const Rotary& rotary, std::int64_t head) {
  // Which divisors turned a key, and where its other positions went, is not known afterwards.
  if (rotary.long_divisors != nullptr || has_sections(rotary.params.mode)) return std::nullopt;
  Turn turn{rotary.params, head, rotary.divisors};
  // Keys have their magnitude already; rope would multiply it by that of YaRN once more.
  const float scale = turn.params.frequency_scale;
  turn.params.magnitude =
      turn.params.extrapolation == 0.0f ? 1.0f : 1.0f / (1.0f - 0.1f * std::log(scale));
  return turn;
}

Tensor* apply(const StepContext& step, const Rotary& rotary, Tensor* x) {
  const bool many = has_sections(rotary.params.mode);
  Tensor* positions = many ? step.section_positions() : step.positions;
  const bool is_long =
      rotary.long_divisors != nullptr && step.context > rotary.params.original_context;
  return rope(step.graph, x, positions, is_long ? rotary.long_divisors : rotary.divisors,
              rotary.params);
}

}  // namespace tern

#include "tools/test-fusion/measure.h"

#include <algorithm>
#include <random>
#include <utility>

#include "core/backend.h"
#include "tern/session.h"
#include "tools/common/logits.h"

namespace tern::tools {
namespace fusion_measure {

using Counts = std::map<std::string, std::uint64_t>;

std::vector<std::int32_t> random_tokens(int count, std::int64_t vocab) {
  std::mt19937 engine(1);
  std::vector<std::int32_t> tokens;
  for (int i = 0; i < count; ++i)
    tokens.push_back(static_cast<std::int32_t>(engine() % static_cast<std::uint64_t>(vocab)));
  return tokens;
}

/// Logits of all tokens, computed in `graphs` equal parts by a session of its own.
std::vector<float> run(const std::shared_ptr<const Model>& model, const std::string& device,
                       const FusionMode& mode) {
  constexpr std::int64_t room = 64;
  SessionOptions options;
  options.backend = device;
  options.context = std::min(room, model->context_length());
  Session session(model, options);
  const auto tokens = random_tokens(mode.tokens, model->vocab_size());
  const auto length = tokens.size() / static_cast<std::size_t>(mode.graphs);
  std::vector<float> all;
  for (std::size_t first = 0; first < tokens.size(); first += length) {
    const auto part = std::span(tokens).subspan(first, length);
    const auto logits =
        session.decode(make_batch(part, static_cast<std::int32_t>(first), WantLogits::all));
    all.insert(all.end(), logits.begin(), logits.end());
  }
  return all;
}

struct Result {
  std::vector<float> logits;
  Counts counts;
};

Result run_counted(const std::shared_ptr<const Model>& model, const std::string& device,
                   const FusionMode& mode, bool fused) {
  FusionControl& control = backend_table().make(device, {})->fusion();
  control.set_enabled(fused);
  control.stats_init();
  control.stats_reset();
  Result result{run(model, device, mode), {}};
  for (const FusionCount& count : control.stats_get()) {
    const std::uint64_t per_graph = count.count / static_cast<std::uint64_t>(mode.graphs);
    if (per_graph != 0) result.counts[std::string(count.label)] = per_graph;
  }
  control.set_enabled(true);
  return result;
}

}  // namespace fusion_measure

const std::vector<FusionMode>& fusion_modes() {
  static const std::vector<FusionMode> modes{{"prefill", 32, 1}, {"decode", 16, 16}};
  return modes;
}

FusionMeasurement count_fusions(const std::shared_ptr<const Model>& model,
                                const std::string& device, const FusionMode& mode) {
  constexpr int tokens = 3;
  const FusionMode small{mode.name, tokens, std::min(mode.graphs, tokens)};
  return {fusion_measure::run_counted(model, device, small, true).counts, {}, 0.0, 0.0};
}

FusionMeasurement measure_fusion(const std::shared_ptr<const Model>& model,
                                 const std::string& device, const FusionMode& mode) {
  using namespace fusion_measure;
  Result fused = run_counted(model, device, mode, true);
  Result unfused = run_counted(model, device, mode, false);
  const std::vector<float> cpu = run(model, "cpu", mode);
  return {std::move(fused.counts), std::move(unfused.counts), nmse(fused.logits, unfused.logits),
          nmse(fused.logits, cpu)};
}

}  // namespace tern::tools

#include "tools/common/dummy_values.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "tools/common/dummy_exceptions.h"

namespace tern::tools {
namespace tools_dummy_values {

/// What the models have in common, as far as their loaders ask for it.
const DummyValues& common() {
  static const DummyValues values{
      {"context_length", dummy_number(256)},
      {"embedding_length", dummy_number(128)},
      {"block_count", dummy_number(2)},
      {"feed_forward_length", dummy_number(192)},
      {"attention.head_count", dummy_number(2)},
      {"attention.head_count_kv", dummy_number(2)},
      {"attention.key_length", dummy_number(64)},
      {"attention.value_length", dummy_number(64)},
      {"attention.layer_norm_epsilon", 1e-5f},
      {"attention.layer_norm_rms_epsilon", 1e-5f},
      {"rope.dimension_count", dummy_number(64)},
      {"rope.dimension_sections", dummy_numbers({8, 12, 12, 0})},
      {"attention.sliding_window", dummy_number(24)},
      {"attention.sliding_window_pattern", dummy_number(2)},
      {"attention.clamp_kqv", 1.0f},
      {"attention.max_alibi_bias", 8.0f},
      {"logit_scale", 0.5f},
      {"attention.q_lora_rank", dummy_number(96)},
      {"attention.kv_lora_rank", dummy_number(128)},
      {"attention.key_length_mla", dummy_number(96)},
      {"attention.value_length_mla", dummy_number(64)},
      {"attention.kv_lora_rank_swa", dummy_number(96)},
      {"attention.key_length_mla_swa", dummy_number(80)},
      {"attention.value_length_mla_swa", dummy_number(48)},
      {"attention.indexer.head_count", dummy_number(8)},
      {"attention.indexer.key_length", dummy_number(128)},
      {"attention.indexer.top_k", dummy_number(12)},
      {"hyper_connection.count", dummy_number(4)},
      {"hyper_connection.epsilon", 1e-6f},
      {"hyper_connection.magnitude", 2.0f},
      {"hrm.layers_per_stack", dummy_number(1)},
      {"hrm.l_cycles", dummy_number(2)},
      {"hrm.h_cycles", dummy_number(2)},
  };
  return values;
}

/// What models with experts have besides.
const DummyValues& with_experts() {
  static const DummyValues values{
      {"expert_count", dummy_number(2)},
      {"expert_used_count", dummy_number(2)},
      {"expert_shared_count", dummy_number(1)},
      {"expert_feed_forward_length", dummy_number(192)},
      {"expert_shared_feed_forward_length", dummy_number(192)},
      {"leading_dense_block_count", dummy_number(1)},
      {"expert_gating_func", dummy_number(2)},
      {"interleave_moe_layer_step", dummy_number(2)},
      {"experts_per_group", dummy_number(1)},
      {"expert_group_scale", 0.5f},
  };
  return values;
}

const GgufValue* find(const DummyValues& values, std::string_view key) {
  const auto it = values.find(key);
  return it == values.end() ? nullptr : &it->second;
}

const GgufValue* find_exception(std::string_view architecture, std::string_view key) {
  for (const DummyException& row : dummy_exceptions()) {
    if (std::find(row.architectures.begin(), row.architectures.end(), architecture) ==
        row.architectures.end())
      continue;
    if (const GgufValue* value = find(row.values, key)) return value;
  }
  return nullptr;
}

}  // namespace tools_dummy_values

std::optional<GgufValue> dummy_value(std::string_view architecture, std::string_view key,
                                     bool experts) {
  using namespace tools_dummy_values;
  if (const GgufValue* value = find_exception(architecture, key)) return *value;
  if (const GgufValue* value = find(with_experts(), key))
    return experts ? std::optional(*value) : std::nullopt;
  if (const GgufValue* value = find(common(), key)) return *value;
  return std::nullopt;
}

std::vector<std::string_view> keys_of_others(std::string_view architecture) {
  if (architecture.starts_with("nemotron_h")) return {"attention.layer_norm_epsilon"};
  if (architecture == "dots3note")
    return {"attention.indexer.types", "attention.key_length_swa", "attention.value_length_swa"};
  return {};
}

bool has_models(std::string_view architecture, bool experts) {
  constexpr std::string_view all_dense[] = {"lfm2"};
  constexpr std::string_view all_experts[] = {"hy_v3", "lfm2moe", "mimo2"};
  const auto is_in = [&](const auto& names) {
    return std::find(std::begin(names), std::end(names), architecture) != std::end(names);
  };
  return experts ? !is_in(all_dense) : !is_in(all_experts);
}

}  // namespace tern::tools

#include "tools/common/dummy_values.h"

#include <memory>
#include <variant>
#include <vector>

#include "models/base/architecture.h"

namespace tern::tools {
namespace tools_dummy_values {

/// What the models have in common, as far as their loaders ask for it.
const SampleValues& common() {
  static const SampleValues values{
      {"context_length", 256},
      {"embedding_length", 128},
      {"block_count", 2},
      {"feed_forward_length", 192},
      {"attention.head_count", 2},
      {"attention.head_count_kv", 2},
      {"attention.key_length", 64},
      {"attention.value_length", 64},
      {"attention.layer_norm_epsilon", 1e-5f},
      {"attention.layer_norm_rms_epsilon", 1e-5f},
      {"rope.dimension_count", 64},
      {"rope.dimension_sections", {8, 12, 12, 0}},
      {"attention.sliding_window", 24},
      {"attention.sliding_window_pattern", 2},
      {"attention.clamp_kqv", 1.0f},
      {"attention.max_alibi_bias", 8.0f},
      {"logit_scale", 0.5f},
      {"attention.q_lora_rank", 96},
      {"attention.kv_lora_rank", 128},
      {"attention.key_length_mla", 96},
      {"attention.value_length_mla", 64},
      {"attention.kv_lora_rank_swa", 96},
      {"attention.key_length_mla_swa", 80},
      {"attention.value_length_mla_swa", 48},
      {"attention.indexer.head_count", 8},
      {"attention.indexer.key_length", 128},
      {"attention.indexer.top_k", 12},
      {"hyper_connection.count", 4},
      {"hyper_connection.epsilon", 1e-6f},
      {"hyper_connection.magnitude", 2.0f},
      {"hrm.layers_per_stack", 1},
      {"hrm.l_cycles", 2},
      {"hrm.h_cycles", 2},
  };
  return values;
}

/// What models with experts have besides.
const SampleValues& with_experts() {
  static const SampleValues values{
      {"expert_count", 2},
      {"expert_used_count", 2},
      {"expert_shared_count", 1},
      {"expert_feed_forward_length", 192},
      {"expert_shared_feed_forward_length", 192},
      {"leading_dense_block_count", 1},
      {"expert_gating_func", 2},
      {"interleave_moe_layer_step", 2},
      {"experts_per_group", 1},
      {"expert_group_scale", 0.5f},
  };
  return values;
}

const SampleValue* find(const SampleValues& values, std::string_view key) {
  const auto it = values.find(key);
  return it == values.end() ? nullptr : &it->second;
}

/// Of keys; lists become arrays.
struct ToGguf {
  template <class Value>
  GgufValue operator()(Value value) const {
    return value;
  }
  GgufValue operator()(const SampleValue::Numbers& values) const {
    return std::make_shared<const GgufArray>(GgufArray{GgufType::uint32, values});
  }
  GgufValue operator()(const SampleValue::LongNumbers& values) const {
    return std::make_shared<const GgufArray>(GgufArray{GgufType::uint64, values});
  }
};

/// What the architecture has of its own, or else what models have in common.
const SampleValue* find_any(std::string_view architecture, std::string_view key, bool experts) {
  if (const SampleValue* own = find(model_table().sample(architecture).values, key)) return own;
  if (const SampleValue* value = find(with_experts(), key)) return experts ? value : nullptr;
  return find(common(), key);
}

}  // namespace tools_dummy_values

std::optional<GgufValue> dummy_value(std::string_view architecture, std::string_view key,
                                     bool experts) {
  using namespace tools_dummy_values;
  const SampleValue* value = find_any(architecture, key, experts);
  if (value == nullptr) return std::nullopt;
  return std::visit(ToGguf{}, value->any());
}

std::vector<std::string_view> keys_of_others(std::string_view architecture) {
  return model_table().sample(architecture).unasked;
}

bool has_models(std::string_view architecture, bool experts) {
  const ModelSample& sample = model_table().sample(architecture);
  return experts ? sample.experts : sample.dense;
}

}  // namespace tern::tools

#include "tools/common/dummy_values.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tern::tools {
namespace tools_dummy_values {

using Values = std::map<std::string_view, GgufValue>;

GgufValue number(std::uint32_t value) { return value; }

template <class Element>
GgufValue list(GgufType type, std::vector<Element> values) {
  return std::make_shared<const GgufArray>(GgufArray{type, std::move(values)});
}

GgufValue numbers(std::vector<std::uint32_t> values) {
  return list(GgufType::uint32, std::move(values));
}

GgufValue long_numbers(std::vector<std::uint64_t> values) {
  return list(GgufType::uint64, std::move(values));
}

/// What the models have in common, as far as their loaders ask for it.
const Values& common() {
  static const Values values{
      {"context_length", number(256)},
      {"embedding_length", number(128)},
      {"block_count", number(2)},
      {"feed_forward_length", number(192)},
      {"attention.head_count", number(2)},
      {"attention.head_count_kv", number(2)},
      {"attention.key_length", number(64)},
      {"attention.value_length", number(64)},
      {"attention.layer_norm_epsilon", 1e-5f},
      {"attention.layer_norm_rms_epsilon", 1e-5f},
      {"rope.dimension_count", number(64)},
      {"rope.dimension_sections", numbers({8, 12, 12, 0})},
      {"attention.sliding_window", number(24)},
      {"attention.sliding_window_pattern", number(2)},
      {"attention.clamp_kqv", 1.0f},
      {"attention.max_alibi_bias", 8.0f},
      {"logit_scale", 0.5f},
      {"attention.q_lora_rank", number(96)},
      {"attention.kv_lora_rank", number(128)},
      {"attention.key_length_mla", number(96)},
      {"attention.value_length_mla", number(64)},
      {"attention.kv_lora_rank_swa", number(96)},
      {"attention.key_length_mla_swa", number(80)},
      {"attention.value_length_mla_swa", number(48)},
      {"attention.indexer.head_count", number(8)},
      {"attention.indexer.key_length", number(128)},
      {"attention.indexer.top_k", number(12)},
      {"hyper_connection.count", number(4)},
      {"hyper_connection.epsilon", 1e-6f},
      {"hyper_connection.magnitude", 2.0f},
      {"hrm.layers_per_stack", number(1)},
      {"hrm.l_cycles", number(2)},
      {"hrm.h_cycles", number(2)},
  };
  return values;
}

/// What models with experts have besides.
const Values& with_experts() {
  static const Values values{
      {"expert_count", number(2)},
      {"expert_used_count", number(2)},
      {"expert_shared_count", number(1)},
      {"expert_feed_forward_length", number(192)},
      {"expert_shared_feed_forward_length", number(192)},
      {"leading_dense_block_count", number(1)},
      {"expert_gating_func", number(2)},
      {"interleave_moe_layer_step", number(2)},
      {"experts_per_group", number(1)},
      {"expert_group_scale", 0.5f},
  };
  return values;
}

struct Exception {
  std::vector<std::string_view> architectures;
  Values values;
};

/// Where the common values make no model of an architecture, or not one that shows what it can.
const std::vector<Exception>& exceptions() {
  static const std::vector<Exception> rows{
      {{"qwen3"}, {{"attention.head_count_kv", number(1)}}},
      {{"gptneox"}, {{"use_parallel_residual", true}}},
      {{"granite_swa", "maple", "mimo2", "spark2_5"},
       {{"attention.sliding_window_pattern", numbers({1, 0})}}},
      {{"plamo2"}, {{"ssm.group_count", number(0)}}},
      {{"hrm_text"}, {{"block_count", number(6)}}},
      {{"mamba", "mamba2", "jamba", "falcon-h1", "granitehybrid", "nemotron_h", "nemotron_h_moe",
        "plamo2"},
       {{"ssm.conv_kernel", number(4)},
        {"ssm.inner_size", number(256)},
        {"ssm.state_size", number(16)},
        {"ssm.time_step_rank", number(4)},
        {"ssm.group_count", number(2)}}},
      {{"qwen35", "qwen35moe", "qwen3next", "qwen4exp"},
       {{"ssm.conv_kernel", number(4)},
        {"ssm.inner_size", number(128)},
        {"ssm.state_size", number(32)},
        {"ssm.time_step_rank", number(4)},
        {"ssm.group_count", number(2)}}},
      {{"qwen35", "qwen35moe", "qwen3next", "qwen4exp", "minimax-01"},
       {{"full_attention_interval", number(2)}, {"residual_scale", 1.5f}}},
      {{"nemotron_h", "nemotron_h_moe"},
       {{"block_count", number(3)},
        {"feed_forward_length", numbers({0, 0, 192})},
        {"attention.head_count_kv", numbers({2, 0, 2})}}},
      {{"jamba", "granitehybrid", "plamo2", "lfm2", "lfm2moe"},
       {{"attention.head_count_kv", numbers({2, 0})}}},
      {{"kimi-linear", "bailingmoe3", "kimi-k3", "glm5-next"},
       {{"attention.head_count_kv", numbers({1, 0})}}},
      {{"lfm2", "lfm2moe"}, {{"shortconv.l_cache", number(3)}}},
      {{"glm5-next"},
       {{"rope.dimension_count", number(0)},
        {"attention.key_length", number(32)},
        {"attention.indexer.kpool", number(4)},
        {"hyper_connection.sinkhorn_iterations", number(2)}}},
      {{"kimi-linear", "bailingmoe3", "kimi-k3", "glm5-next"},
       {{"ssm.conv_kernel", number(4)},
        {"kda.head_dim", number(32)},
        {"attention.kv_lora_rank", number(32)},
        {"attention.key_length_mla", number(48)},
        {"attention.value_length_mla", number(32)},
        {"attention.key_length", number(48)},
        {"attention.value_length", number(32)},
        {"rope.dimension_count", number(16)}}},
      {{"kimi-linear"}, {{"attention.q_lora_rank", number(0)}}},
      {{"bailingmoe3", "kimi-k3", "glm5-next"},
       {{"kda.gate_lower_bound", -5.0f}, {"attention.q_lora_rank", number(24)}}},
      {{"deepseek2", "deepseek32", "glm-dsa", "mistral4", "hy_v4", "dots3note"},
       {{"attention.head_count_kv", number(1)},
        {"attention.key_length", number(192)},
        {"attention.value_length", number(128)}}},
      {{"bailingmoe3"}, {{"rope.dimension_sections", numbers({2, 3, 3, 0})}}},
      {{"maple"}, {{"swiglu_clamp_exp", 10.0f}}},
      {{"hy_v4", "dots3note"}, {{"attention.indexer.types", numbers({1, 0})}}},
      {{"dots3note"},
       {{"rope.freq_base_swa", 5000.0f}, {"attention.sliding_window_pattern", numbers({0, 1})}}},
      {{"llama4"}, {{"block_count", number(4)}}},
      {{"minicpm3"},
       {{"attention.key_length_mla", number(0)},
        {"attention.value_length_mla", number(0)},
        {"rope.dimension_count", number(32)}}},
      {{"minimax-m3"},
       {{"attention.indexer.head_count", number(2)},
        {"attention.indexer.block_size", number(4)},
        {"attention.indexer.local_blocks", number(1)},
        {"attention.indexer.top_k", number(3)}}},
      {{"qwen4exp"},
       {{"attention.compress_ratios", number(4)},
        {"attention.indexer.top_k", number(20)},
        {"hyper_connection.low_rank", number(8)},
        {"embedding_length_per_layer_input", number(32)},
        {"ple.layers", numbers({0})},
        {"ple.ngram_size", number(3)},
        {"ple.heads_per_ngram", number(2)},
        {"ple.conv_kernel", number(4)},
        {"ple.eos_token_id", number(0)},
        {"ple.layer_multipliers", long_numbers({1, 3, 5})},
        {"ple.head_offsets", long_numbers({0, 64, 128, 192})},
        {"ple.head_vocab_sizes", long_numbers({64, 61, 59, 57})}}},
      {{"deepseek4"},
       {{"expert_weights_scale", 1.5f},
        {"expert_weights_norm", true},
        {"hash_layer_count", number(0)},
        {"block_count", number(3)},
        {"attention.head_count", number(4)},
        {"attention.head_count_kv", number(1)},
        {"rope.dimension_count", number(32)},
        {"attention.compress_ratios", numbers({0, 4, 128})},
        {"attention.compress_rope_freq_base", 160000.0f},
        {"attention.indexer.top_k", number(3)},
        {"attention.output_group_count", number(2)},
        {"attention.output_lora_rank", number(48)},
        {"hyper_connection.sinkhorn_iterations", number(2)},
        {"leading_dense_block_count", number(0)},
        {"expert_gating_func", number(4)},
        {"swiglu_clamp_exp", 10.0f}}},
      {{"kimi-k3"},
       {{"attn_res.block_size", number(1)},
        {"activation.situ_beta", 4.0f},
        {"activation.situ_linear_beta", 25.0f},
        {"expert_latent_length", number(64)}}},
  };
  return rows;
}

const GgufValue* find(const Values& values, std::string_view key) {
  const auto it = values.find(key);
  return it == values.end() ? nullptr : &it->second;
}

const GgufValue* find_exception(std::string_view architecture, std::string_view key) {
  for (const Exception& row : exceptions()) {
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
  if (architecture == "dots3note") return {"attention.indexer.types"};
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

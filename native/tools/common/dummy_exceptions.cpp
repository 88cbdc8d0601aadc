#include "tools/common/dummy_exceptions.h"

#include <memory>
#include <utility>

namespace tern::tools {
namespace tools_dummy_exceptions {

using Rows = std::vector<DummyException>;

template <class Element>
GgufValue list(GgufType type, std::vector<Element> values) {
  return std::make_shared<const GgufArray>(GgufArray{type, std::move(values)});
}

GgufValue long_numbers(std::vector<std::uint64_t> values) {
  return list(GgufType::uint64, std::move(values));
}

/// What stands in no other group.
Rows others() {
  return {
      {{"qwen3"}, {{"attention.head_count_kv", dummy_number(1)}}},
      {{"gptneox"}, {{"use_parallel_residual", true}}},
      {{"hrm_text"}, {{"block_count", dummy_number(6)}}},
      {{"llama4"}, {{"block_count", dummy_number(4)}}},
      {{"bert", "eurobert", "jina-bert-v3", "llama-embed", "modern-bert", "neo-bert", "nomic-bert"},
       {{"attention.causal", false}}},
  };
}

/// With states in place of attention, in some layers at least.
Rows recurrent() {
  return {
      {{"plamo2"}, {{"ssm.group_count", dummy_number(0)}}},
      {{"mamba", "mamba2", "jamba", "falcon-h1", "granitehybrid", "nemotron_h", "nemotron_h_moe",
        "plamo2"},
       {{"ssm.conv_kernel", dummy_number(4)},
        {"ssm.inner_size", dummy_number(256)},
        {"ssm.state_size", dummy_number(16)},
        {"ssm.time_step_rank", dummy_number(4)},
        {"ssm.group_count", dummy_number(2)}}},
      {{"qwen35", "qwen35moe", "qwen3next", "qwen4exp"},
       {{"ssm.conv_kernel", dummy_number(4)},
        {"ssm.inner_size", dummy_number(128)},
        {"ssm.state_size", dummy_number(32)},
        {"ssm.time_step_rank", dummy_number(4)},
        {"ssm.group_count", dummy_number(2)}}},
      {{"qwen35", "qwen35moe", "qwen3next", "qwen4exp", "minimax-01"},
       {{"full_attention_interval", dummy_number(2)}, {"residual_scale", 1.5f}}},
      {{"nemotron_h", "nemotron_h_moe"},
       {{"block_count", dummy_number(3)},
        {"feed_forward_length", dummy_numbers({0, 0, 192})},
        {"attention.head_count_kv", dummy_numbers({2, 0, 2})}}},
      {{"jamba", "granitehybrid", "plamo2", "lfm2", "lfm2moe"},
       {{"attention.head_count_kv", dummy_numbers({2, 0})}}},
      {{"kimi-linear", "bailingmoe3", "kimi-k3", "glm5-next"},
       {{"attention.head_count_kv", dummy_numbers({1, 0})}}},
      {{"lfm2", "lfm2moe"}, {{"shortconv.l_cache", dummy_number(3)}}},
      {{"kimi-linear", "bailingmoe3", "kimi-k3", "glm5-next"},
       {{"ssm.conv_kernel", dummy_number(4)},
        {"kda.head_dim", dummy_number(32)},
        {"attention.kv_lora_rank", dummy_number(32)},
        {"attention.key_length_mla", dummy_number(48)},
        {"attention.value_length_mla", dummy_number(32)},
        {"attention.key_length", dummy_number(48)},
        {"attention.value_length", dummy_number(32)},
        {"rope.dimension_count", dummy_number(16)}}},
      {{"kimi-linear"}, {{"attention.q_lora_rank", dummy_number(0)}}},
      {{"bailingmoe3", "kimi-k3", "glm5-next"},
       {{"kda.gate_lower_bound", -5.0f}, {"attention.q_lora_rank", dummy_number(24)}}},
  };
}

/// Attention to short rows, or to what an indexer chooses, and streams.
Rows sparse() {
  return {
      {{"granite_swa", "maple", "mimo2", "spark2_5"},
       {{"attention.sliding_window_pattern", dummy_numbers({1, 0})}}},
      {{"glm5-next"},
       {{"rope.dimension_count", dummy_number(0)},
        {"attention.key_length", dummy_number(32)},
        {"attention.indexer.kpool", dummy_number(4)},
        {"hyper_connection.sinkhorn_iterations", dummy_number(2)}}},
      {{"deepseek2", "deepseek32", "glm-dsa", "mistral4", "hy_v4", "dots3note"},
       {{"attention.head_count_kv", dummy_number(1)},
        {"attention.key_length", dummy_number(192)},
        {"attention.value_length", dummy_number(128)}}},
      {{"bailingmoe3"}, {{"rope.dimension_sections", dummy_numbers({2, 3, 3, 0})}}},
      {{"maple"}, {{"swiglu_clamp_exp", 10.0f}}},
      {{"hy_v4", "dots3note"}, {{"attention.indexer.types", dummy_numbers({1, 0})}}},
      {{"dots3note"},
       {{"rope.freq_base_swa", 5000.0f},
        {"attention.sliding_window_pattern", dummy_numbers({0, 1})}}},
      {{"minicpm3"},
       {{"attention.key_length_mla", dummy_number(0)},
        {"attention.value_length_mla", dummy_number(0)},
        {"rope.dimension_count", dummy_number(32)}}},
      {{"minimax-m3"},
       {{"attention.indexer.head_count", dummy_number(2)},
        {"attention.indexer.block_size", dummy_number(4)},
        {"attention.indexer.local_blocks", dummy_number(1)},
        {"attention.indexer.top_k", dummy_number(3)}}},
      {{"qwen4exp"},
       {{"attention.compress_ratios", dummy_number(4)},
        {"attention.indexer.top_k", dummy_number(20)},
        {"hyper_connection.low_rank", dummy_number(8)},
        {"embedding_length_per_layer_input", dummy_number(32)},
        {"ple.layers", dummy_numbers({0})},
        {"ple.ngram_size", dummy_number(3)},
        {"ple.heads_per_ngram", dummy_number(2)},
        {"ple.conv_kernel", dummy_number(4)},
        {"ple.eos_token_id", dummy_number(0)},
        {"ple.layer_multipliers", long_numbers({1, 3, 5})},
        {"ple.head_offsets", long_numbers({0, 64, 128, 192})},
        {"ple.head_vocab_sizes", long_numbers({64, 61, 59, 57})}}},
      {{"deepseek4"},
       {{"expert_weights_scale", 1.5f},
        {"expert_weights_norm", true},
        {"hash_layer_count", dummy_number(0)},
        {"block_count", dummy_number(3)},
        {"attention.head_count", dummy_number(4)},
        {"attention.head_count_kv", dummy_number(1)},
        {"rope.dimension_count", dummy_number(32)},
        {"attention.compress_ratios", dummy_numbers({0, 4, 128})},
        {"attention.compress_rope_freq_base", 160000.0f},
        {"attention.indexer.top_k", dummy_number(3)},
        {"attention.output_group_count", dummy_number(2)},
        {"attention.output_lora_rank", dummy_number(48)},
        {"hyper_connection.sinkhorn_iterations", dummy_number(2)},
        {"leading_dense_block_count", dummy_number(0)},
        {"expert_gating_func", dummy_number(4)},
        {"swiglu_clamp_exp", 10.0f}}},
      {{"kimi-k3"},
       {{"attn_res.block_size", dummy_number(1)},
        {"activation.situ_beta", 4.0f},
        {"activation.situ_linear_beta", 25.0f},
        {"expert_latent_length", dummy_number(64)}}},
  };
}

Rows all() {
  Rows rows = others();
  for (const Rows& more : {sparse(), recurrent()})
    rows.insert(rows.end(), more.begin(), more.end());
  return rows;
}

}  // namespace tools_dummy_exceptions

GgufValue dummy_number(std::uint32_t value) { return value; }

GgufValue dummy_numbers(std::vector<std::uint32_t> values) {
  return tools_dummy_exceptions::list(GgufType::uint32, std::move(values));
}

const std::vector<DummyException>& dummy_exceptions() {
  static const std::vector<DummyException> rows = tools_dummy_exceptions::all();
  return rows;
}

}  // namespace tern::tools

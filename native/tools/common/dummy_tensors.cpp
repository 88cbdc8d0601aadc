#include "tools/common/dummy_tensors.h"

#include <algorithm>
#include <vector>

namespace tern::tools {
namespace tools_dummy_tensors {

using Names = std::vector<std::string_view>;

enum class Who { only, all_but };

struct Row {
  std::string_view end;  ///< of the names of tensors
  Who who;
  Names architectures;
};

const Names& with_biased_norms() {
  static const Names names{"bloom",    "codeshell", "falcon",    "gpt2",      "gptneox",  "jais",
                           "jais2",    "mpt",       "orion",     "phi2",      "nemotron", "phimoe",
                           "stablelm", "pockettts", "starcoder", "starcoder2"};
  return names;
}

const Names& with_one_projection() {
  static const Names names{"bailingmoe2", "bloom",   "cogvlm", "dbrx",      "falcon",
                           "gpt2",        "gptneox", "jais",   "mpt",       "openelm",
                           "plamo2",      "plamo3",  "qwen",   "starcoder", "qwen3next"};
  return names;
}

const Names& with_biased_experts() {
  static const Names names{
      "afmoe",     "bailingmoe2", "bailingmoe3",  "deepseek2",   "deepseek32", "deepseek4",
      "dots1",     "dots3note",   "ernie4_5-moe", "exaone-moe",  "glm-dsa",    "glm4moe",
      "glm5-next", "hy_v4",       "kimi-k3",      "kimi-linear", "laguna",     "lfm2moe",
      "mimo2",     "minimax-m2",  "minimax-m3",   "mistral4",    "nemotron_h", "nemotron_h_moe"};
  return names;
}

const Names& with_biased_output() {
  static const Names names{
      "bloom",    "codeshell",  "deci",           "ernie4_5",   "ernie4_5-moe", "falcon-h1",
      "gpt-oss",  "gpt2",       "gptneox",        "granite",    "granite_swa",  "granitehybrid",
      "jais",     "granitemoe", "jais2",          "llada",      "llama",        "minicpm",
      "mistral3", "mpt",        "nemotron",       "nemotron_h", "paddleocr",    "nemotron_h_moe",
      "phi2",     "phimoe",     "pangu-embedded", "refact",     "starcoder",    "starcoder2"};
  return names;
}

const Names& with_biased_gates() {
  static const Names names{"deci",          "falcon-h1", "granite",    "granite_swa",
                           "granitehybrid", "jais",      "granitemoe", "llada",
                           "llama",         "minicpm",   "refact",     "mistral3"};
  return names;
}

const Names& with_biased_ffn() {
  static const Names names = [] {
    Names all = with_biased_gates();
    for (const char* name : {"bloom", "codeshell", "gpt2", "gptneox", "jais2", "mpt", "nemotron",
                             "nemotron_h", "nemotron_h_moe", "phi2", "starcoder", "starcoder2"})
      all.emplace_back(name);
    return all;
  }();
  return names;
}

/// The first row that fits decides.
const std::vector<Row>& rows() {
  static const std::vector<Row> all{
      {"indexer.attn_k.bias", Who::only, {}},
      {"attn_q.bias", Who::all_but, {"kimi-linear"}},
      {"attn_k.bias", Who::all_but, {}},
      {"attn_v.bias", Who::all_but, {}},
      {"attn_qkv.bias",
       Who::only,
       {"bloom", "gpt2", "gptneox", "jais", "mpt", "qwen", "starcoder"}},
      {"attn_qkv.weight", Who::only, with_one_projection()},
      {"cls.weight", Who::only, {}},
      {"cls.output.bias", Who::only, {}},
      {"cls.output.weight", Who::only, {}},
      {"attn_kv_b.weight", Who::only, {"minicpm3"}},
      {"attn_output.bias", Who::only, with_biased_output()},
      {"attn_norm_2.bias", Who::only, {"falcon"}},
      {"attn_q_norm.bias", Who::only, {}},
      {"attn_k_norm.bias", Who::only, {}},
      {"indexer.k_norm.bias", Who::all_but, {"minimax-m3", "qwen4exp"}},
      {"_norm.bias", Who::only, with_biased_norms()},
      {"attn_q_norm.weight", Who::all_but, {"command-r", "mpt"}},
      {"attn_k_norm.weight", Who::all_but, {"command-r", "mpt"}},
      {"post_ffw_norm.weight", Who::all_but, {"grok"}},
      {"layer_output_norm.weight", Who::only, {"grok"}},
      {"ssm_b_norm.weight", Who::only, {"jamba"}},
      {"ssm_c_norm.weight", Who::only, {"jamba"}},
      {"ssm_dt_norm.weight", Who::only, {"jamba"}},
      {"exp_probs_b.bias", Who::only, with_biased_experts()},
      {"ffn_gate_inp.bias", Who::only, {"gpt-oss"}},
      {"_exps.bias", Who::only, {"gpt-oss"}},
      {"ffn_gate.bias", Who::only, with_biased_gates()},
      {"ffn_up.bias", Who::only, with_biased_ffn()},
      {"ffn_down.bias", Who::only, with_biased_ffn()},
      {"ffn_gate_up_exps.weight", Who::only, {}},
      {"ffn_gate_up_chexps.weight", Who::only, {}},
      {"ssm_conv1d.bias", Who::all_but, {"plamo2", "qwen35", "qwen35moe", "qwen3next", "qwen4exp"}},
      {"output.bias", Who::all_but, {"pangu-embedded", "phi3"}},
      {"output.weight",
       Who::all_but,
       {"cohere2", "command-r", "gemma", "gemma2", "openelm", "pockettts"}},
      {"position_embd.weight", Who::only, {}},
      {"rope_freqs.weight",
       Who::all_but,
       {"bailingmoe", "cohere2", "cohere2moe", "deepseek", "hunyuan-dense", "hunyuan-moe",
        "hunyuan_vl", "hy_v3", "minicpm3", "phi3", "phimoe"}},
      {"rope_factors_short.weight", Who::only, {"minicpm3", "phi3", "phimoe"}},
      {"rope_factors_long.weight", Who::only, {"minicpm3", "phi3", "phimoe"}},
      {"ssm_dt.bias", Who::all_but, {}},
      {".bias", Who::only, {}},
  };
  return all;
}

}  // namespace tools_dummy_tensors

bool has_optional_tensor(std::string_view architecture, std::string_view name) {
  using namespace tools_dummy_tensors;
  for (const Row& row : rows()) {
    if (!name.ends_with(row.end)) continue;
    const auto& listed = row.architectures;
    const bool is_listed = std::find(listed.begin(), listed.end(), architecture) != listed.end();
    return is_listed == (row.who == Who::only);
  }
  return true;
}

/// Images have matrices of their own in the layers.
std::string twin_of(std::string_view architecture, std::string_view name) {
  if (architecture != "cogvlm") return {};
  for (const std::string_view part :
       {"attn_qkv", "attn_output", "ffn_gate", "ffn_up", "ffn_down"}) {
    const std::size_t at = name.find(part);
    if (at == std::string_view::npos || !name.ends_with(".weight")) continue;
    const std::string_view own = part.starts_with("ffn_") ? part.substr(4) : part;
    return std::string(name.substr(0, at)).append("vis_").append(own).append(".weight");
  }
  return {};
}

}  // namespace tern::tools

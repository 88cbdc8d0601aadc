#include "tools/common/dummy_tensors.h"

#include <algorithm>
#include <vector>

#include "models/base/architecture.h"

namespace tern::tools {
namespace tools_dummy_tensors {

struct Row {
  std::string_view end;  ///< of the names of tensors
  bool usual;            ///< most models have them
};

/// The first row that fits decides.
const std::vector<Row>& rows() {
  static const std::vector<Row> all{
      {"indexer.attn_k.bias", false},
      {"attn_q.bias", true},
      {"attn_k.bias", true},
      {"attn_v.bias", true},
      {"attn_qkv.bias", false},
      {"attn_qkv.weight", false},
      {"cls.weight", false},
      {"cls.output.bias", false},
      {"cls.output.weight", false},
      {"attn_kv_b.weight", false},
      {"attn_output.bias", false},
      {"attn_norm_2.bias", false},
      {"attn_q_norm.bias", false},
      {"attn_k_norm.bias", false},
      {"indexer.k_norm.bias", true},
      {"_norm.bias", false},
      {"attn_q_norm.weight", true},
      {"attn_k_norm.weight", true},
      {"post_ffw_norm.weight", true},
      {"layer_output_norm.weight", false},
      {"ssm_b_norm.weight", false},
      {"ssm_c_norm.weight", false},
      {"ssm_dt_norm.weight", false},
      {"exp_probs_b.bias", false},
      {"ffn_gate_inp.bias", false},
      {"_exps.bias", false},
      {"ffn_gate.bias", false},
      {"ffn_up.bias", false},
      {"ffn_down.bias", false},
      {"ffn_gate_up_exps.weight", false},
      {"ffn_gate_up_chexps.weight", false},
      {"ssm_conv1d.bias", true},
      {"output.bias", true},
      {"output.weight", true},
      {"position_embd.weight", false},
      {"token_types.weight", true},
      {"rope_freqs.weight", true},
      {"rope_factors_short.weight", false},
      {"rope_factors_long.weight", false},
      {"ssm_dt.bias", true},
      {".bias", false},
  };
  return all;
}

}  // namespace tools_dummy_tensors

bool has_optional_tensor(std::string_view architecture, std::string_view name) {
  const auto& unlike = model_table().sample(architecture).unlike;
  for (const auto& row : tools_dummy_tensors::rows()) {
    if (!name.ends_with(row.end)) continue;
    const bool is_unlike = std::find(unlike.begin(), unlike.end(), row.end) != unlike.end();
    return row.usual != is_unlike;
  }
  return true;
}

std::string twin_of(std::string_view architecture, std::string_view name) {
  if (!name.ends_with(".weight")) return {};
  for (const auto& [part, twin] : model_table().sample(architecture).twins) {
    const std::size_t at = name.find(part);
    if (at != std::string_view::npos)
      return std::string(name.substr(0, at)).append(twin).append(".weight");
  }
  return {};
}

}  // namespace tern::tools

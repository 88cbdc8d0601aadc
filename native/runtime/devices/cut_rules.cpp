#include "runtime/devices/cut_rules.h"

#include <map>

#include "core/ops/add_id.h"
#include "core/ops/binary.h"
#include "core/ops/concat.h"
#include "core/ops/copy.h"
#include "core/ops/flash_attention.h"
#include "core/ops/get_rows.h"
#include "core/ops/glu.h"
#include "core/ops/matmul.h"
#include "core/ops/matmul_id.h"
#include "core/ops/norm.h"
#include "core/ops/parametric.h"
#include "core/ops/rope.h"
#include "core/ops/scale.h"
#include "core/ops/softmax.h"
#include "core/ops/unary.h"

namespace tern {
namespace runtime_cut_rules {

using Rule = std::optional<CutRule>;

/// The same cuts of a dimension that is `size` long, or of another dimension.
std::optional<Cut> stretched(const Cut& cut, int dim, std::int64_t size) {
  Cut other{dim, {}};
  for (const std::int64_t at : cut.at) {
    if (at * size % cut.end() != 0) return std::nullopt;
    other.at.push_back(at * size / cut.end());
  }
  return other;
}

std::int64_t size_of(const Tensor& tensor, int dim) {
  return tensor.shape[static_cast<std::size_t>(dim)];
}

/// Element by element, or row by row: all operands that have the dimension are cut as the first
/// one that is.
Rule follow(const Tensor& node, const SourceCuts& cuts, const CutPlan&) {
  CutRule rule;
  for (const auto& cut : cuts) {
    if (cut && rule.cut.at.empty()) rule.cut = *cut;
  }
  if (rule.cut.at.empty() || size_of(node, rule.cut.dim) != rule.cut.end()) return {};
  for (std::size_t i = 0; i < max_sources; ++i) {
    if (node.source[i] == nullptr || size_of(*node.source[i], rule.cut.dim) == 1) continue;
    if (size_of(*node.source[i], rule.cut.dim) != rule.cut.end()) return {};
    rule.sources[i] = rule.cut;
  }
  return rule;
}

Rule by_row(const Tensor& node, const SourceCuts& cuts, const CutPlan& plan) {
  Rule rule = follow(node, cuts, plan);
  return rule && rule->cut.dim != 0 ? rule : std::nullopt;
}

/// Heads by themselves; positions and divisors are the same for all.
Rule of_rope(const Tensor&, const SourceCuts& cuts, const CutPlan&) {
  if (!cuts[0] || cuts[0]->dim != 1) return {};
  return CutRule{Spread::Kind::cut, *cuts[0], {cuts[0]}};
}

Rule of_concat(const Tensor& node, const SourceCuts& cuts, const CutPlan& plan) {
  Rule rule = follow(node, cuts, plan);
  return rule && rule->cut.dim != node.params<ConcatParams>().dim ? rule : std::nullopt;
}

Rule of_add_id(const Tensor&, const SourceCuts& cuts, const CutPlan&) {
  if (!cuts[0] || cuts[0]->dim != 0) return {};
  return CutRule{Spread::Kind::cut, *cuts[0], {cuts[0], cuts[0]}};
}

/// Rows of a matrix whose columns are cut.
Rule of_rows(const Tensor&, const SourceCuts& cuts, const CutPlan&) {
  if (!cuts[0] || cuts[0]->dim != 0) return {};
  return CutRule{Spread::Kind::cut, *cuts[0], {cuts[0]}};
}

/// The slope of ALiBi depends on the number of the head, which parts do not know.
Rule of_softmax(const Tensor& node, const SourceCuts& cuts, const CutPlan&) {
  if (!cuts[0] || cuts[0]->dim != 2 || node.params<SoftmaxParams>().max_bias != 0.0f) return {};
  CutRule rule{Spread::Kind::cut, *cuts[0], {cuts[0]}};
  if (node.source[1] != nullptr && size_of(*node.source[1], 2) != 1) rule.sources[1] = cuts[0];
  if (node.source[2] != nullptr) rule.sources[2] = Cut{0, cuts[0]->at};
  return rule;
}

/// Matrices in the outer dimensions, each with those of the other operand that share it.
Rule of_matrices(const Tensor& node, const SourceCuts& cuts) {
  const auto& known = cuts[1] ? cuts[1] : cuts[0];
  if (!known || known->dim < 2) return {};
  CutRule rule;
  const auto result = stretched(*known, known->dim, size_of(node, known->dim));
  if (!result) return {};
  rule.cut = *result;
  for (const std::size_t i : {0u, 1u}) {
    const std::int64_t size = size_of(*node.source[i], known->dim);
    if (size == 1) continue;
    rule.sources[i] = stretched(*known, known->dim, size);
    if (!rule.sources[i]) return {};
  }
  return rule;
}

bool is_between_blocks(const Cut& cut, Type type) {
  for (const std::int64_t at : cut.at) {
    if (at % traits(type).block_size != 0) return false;
  }
  return true;
}

/// What comes in parts meets its columns of the weight; what comes whole, some of its rows.
Rule of_weight(const Tensor& node, const SourceCuts& cuts, const CutPlan& plan) {
  const Tensor& weight = *node.source[0];
  if (cuts[1]) {
    if (cuts[1]->dim != 0 || !is_between_blocks(*cuts[1], weight.type)) return {};
    return CutRule{Spread::Kind::addends, *cuts[1], {cuts[1], cuts[1]}};
  }
  const auto rows = plan.of_outputs(weight);
  if (!rows) return {};
  return CutRule{Spread::Kind::cut, {0, rows->at}, {rows}};
}

Rule of_matmul(const Tensor& node, const SourceCuts& cuts, const CutPlan& plan) {
  return node.source[0]->is_weight && node.source[0]->base == nullptr
             ? of_weight(node, cuts, plan)
             : of_matrices(node, cuts);
}

Rule of_flash_attention(const Tensor& node, const SourceCuts& cuts, const CutPlan&) {
  const auto& known = cuts[1] ? cuts[1] : cuts[0];
  if (!known || known->dim != 2) return {};
  if (node.params<FlashAttentionParams>().max_bias != 0.0f) return {};
  const auto queries = stretched(*known, 2, size_of(*node.source[0], 2));
  const auto keys = stretched(*known, 2, size_of(*node.source[1], 2));
  if (!queries || !keys) return {};
  CutRule rule{Spread::Kind::cut, {1, queries->at}, {queries, keys, keys}};
  if (node.source[3] != nullptr && size_of(*node.source[3], 2) != 1) rule.sources[3] = queries;
  if (node.source[4] != nullptr) rule.sources[4] = Cut{0, queries->at};
  return rule;
}

using RuleFunction = Rule (*)(const Tensor&, const SourceCuts&, const CutPlan&);

std::map<const OpInfo*, RuleFunction> make_rules() {
  std::map<const OpInfo*, RuleFunction> rules{
      {&rope_op, of_rope},         {&concat_op, of_concat},
      {&add_id_op, of_add_id},     {&get_rows_op, of_rows},
      {&softmax_op, of_softmax},   {&matmul_op, of_matmul},
      {&matmul_id_op, of_weight},  {&flash_attention_op, of_flash_attention},
      {&scale_op, follow},         {&cont_op, follow}};
  for (const OpInfo* op : {&add_op, &sub_op, &mul_op, &div_op}) rules[op] = follow;
  for (const OpInfo* op : {&reglu_op, &geglu_op, &geglu_erf_op, &geglu_quick_op, &swiglu_op,
                           &swiglu_oai_op, &swiglu_clamp_op})
    rules[op] = follow;
  for (const OpInfo* op : {&relu_op, &sigmoid_op, &silu_op, &tanh_op, &gelu_op, &gelu_erf_op,
                           &gelu_quick_op, &relu_sqr_op, &sqr_op, &sqrt_op, &exp_op, &softplus_op,
                           &clamp_op})
    rules[op] = follow;
  for (const OpInfo* op : {&layer_norm_op, &rms_norm_op, &l2_norm_op}) rules[op] = by_row;
  return rules;
}

}  // namespace runtime_cut_rules

std::optional<CutRule> find_cut_rule(const Tensor& node, const SourceCuts& cuts,
                                     const CutPlan& plan) {
  static const auto rules = runtime_cut_rules::make_rules();
  const auto it = rules.find(node.op);
  return it == rules.end() ? std::nullopt : it->second(node, cuts, plan);
}

}  // namespace tern

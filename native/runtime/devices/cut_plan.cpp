#include "runtime/devices/cut_plan.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "models/base/architecture.h"
#include "models/base/metadata.h"
#include "runtime/devices/layer_devices.h"

namespace tern {
namespace runtime_cut_plan {

std::vector<std::int64_t> read_heads(const Model& model) {
  const Metadata metadata(model.file(), model.architecture_name());
  const std::int64_t layers = model.architecture().shape().layers;
  const char* const key =
      metadata.has("attention.head_count_kv") ? "attention.head_count_kv" : "attention.head_count";
  return metadata.integers_or(key, layers, 0);
}

/// "attn_q" of "blk.3.attn_q.weight"; other names as they are.
std::string_view part_of(std::string_view name) {
  if (layer_in(name) >= 0) name.remove_prefix(name.find('.', 4) + 1);
  return name.substr(0, name.find('.'));
}

bool is_one_of(std::string_view part, std::initializer_list<std::string_view> known) {
  return std::find(known.begin(), known.end(), part) != known.end();
}

bool is_of_heads(std::string_view part) { return is_one_of(part, {"attn_q", "attn_k", "attn_v"}); }

bool has_width(std::string_view part) {
  return is_one_of(part, {"ffn_up", "ffn_gate", "ffn_up_exps", "ffn_gate_exps", "ffn_up_shexp",
                          "ffn_gate_shexp", "ffn_up_chexps", "ffn_gate_chexps", "output",
                          "token_embd"});
}

}  // namespace runtime_cut_plan

CutPlan::CutPlan(const Model& model, std::vector<double> shares)
    : shares_(std::move(shares)), heads_kv_(runtime_cut_plan::read_heads(model)) {}

std::optional<Cut> CutPlan::between_heads(int dim, std::int64_t layer,
                                          std::int64_t elements) const {
  if (layer < 0 || layer >= static_cast<std::int64_t>(heads_kv_.size())) return std::nullopt;
  const std::int64_t heads = heads_kv_[static_cast<std::size_t>(layer)];
  if (heads < 2 || elements % heads != 0) return std::nullopt;
  return cut_evenly(dim, heads, elements / heads, shares_);
}

/// Between blocks of what is multiplied next, so that its inputs can be cut there too.
std::optional<Cut> CutPlan::across_width(const Tensor& weight) const {
  const auto least = static_cast<std::int64_t>(shares_.size());
  for (const std::int64_t unit : {256, 32, 1}) {
    const std::int64_t units = weight.shape[1] / unit;
    if (weight.shape[1] % unit == 0 && units >= least) return cut_evenly(1, units, unit, shares_);
  }
  return std::nullopt;
}

std::optional<Cut> CutPlan::of_outputs(const Tensor& weight) const {
  const std::string_view part = runtime_cut_plan::part_of(weight.name);
  if (runtime_cut_plan::is_of_heads(part))
    return between_heads(1, layer_in(weight.name), weight.shape[1]);
  return runtime_cut_plan::has_width(part) ? across_width(weight) : std::nullopt;
}

std::optional<Cut> CutPlan::of_cells(const CellMemory& cells) const {
  const bool has_heads = cells.kind == MemoryKind::keys || cells.kind == MemoryKind::values;
  return has_heads ? between_heads(0, cells.layer, cells.width) : std::nullopt;
}

}  // namespace tern

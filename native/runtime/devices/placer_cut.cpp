#include <algorithm>

#include "core/check.h"
#include "core/ops/layout.h"
#include "core/ops/matmul.h"
#include "core/ops/matmul_id.h"
#include "core/ops/set_rows.h"
#include "ops/binary.h"
#include "ops/concat.h"
#include "runtime/devices/placer.h"
#include "runtime/devices/view_cut.h"

namespace tern {
namespace runtime_placer_cut {

bool multiplies(const Tensor& node) { return node.op == &matmul_op || node.op == &matmul_id_op; }

}  // namespace runtime_placer_cut

void Placer::find_written(const Graph& plain) {
  written_.clear();
  for (const Tensor* node : plain.nodes()) {
    if (writes_into(*node)) written_.insert(node->base);
  }
}

/// True if the parts of the tensor are known now; else it is to be whole.
bool Placer::add_in_parts(Tensor& plain) {
  if (!cuts_) return false;
  if (plain.op->is_view) return view_in_parts(plain);
  if (writes_into(plain)) return write_in_parts(plain);
  SourceCuts cuts;
  for (std::size_t i = 0; i < max_sources; ++i) {
    if (plain.source[i] == nullptr || is_outside_weight(*plain.source[i])) continue;
    const Spread& spread = known(plain.source[i]).spread;
    if (spread.kind == Spread::Kind::cut) cuts[i] = spread.cut;
  }
  const auto rule = find_cut_rule(plain, cuts, *cuts_);
  if (!rule || written_.contains(&plain)) {
    if (runtime_placer_cut::multiplies(plain) && is_outside_weight(*plain.source[0]))
      whole_weights_.insert(plain.source[0]);
    return false;
  }
  compute_in_parts(plain, *rule);
  return true;
}

bool Placer::view_in_parts(Tensor& plain) {
  if (plain.base == nullptr || is_outside_weight(*plain.base)) return false;
  const Spread root = known(plain.base).spread;
  if (root.kind != Spread::Kind::cut) return false;
  const auto view = cut_of_view(plain, *plain.base, root.cut);
  if (!view) return false;
  Spread& spread = known(&plain).spread;
  spread = {Spread::Kind::cut, 0, view->cut, std::vector<Tensor*>(devices_)};
  for (std::size_t device = 0; device < devices_; ++device) {
    if (root.parts[device] == nullptr) continue;
    const ViewCut::Part part = view->part(plain, root.cut, device);
    spread.parts[device] =
        graph_->view(*plain.op, root.parts[device], part.shape, part.stride, part.offset);
    placed_->set_device(*spread.parts[device], device);
  }
  return true;
}

/// Rows that go into a matrix with cut columns are cut as those.
bool Placer::write_in_parts(Tensor& plain) {
  const Spread root = known(plain.base).spread;
  if (root.kind != Spread::Kind::cut) return false;
  const bool is_all = plain.offset == 0 && plain.shape == plain.base->shape;
  if (plain.op != &set_rows_op || !is_all)
    fail(*plain.op, "set_rows into all of a matrix that is cut", describe(plain));
  CutRule rule{Spread::Kind::cut, root.cut, {root.cut}};
  compute_in_parts(plain, rule);
  forget_copies(plain.base);
  return true;
}

Placer::Sources Placer::sources_in_parts(const Tensor& plain, const CutRule& rule,
                                         std::size_t device) {
  Sources sources{};
  for (std::size_t i = 0; i < max_sources; ++i) {
    if (plain.source[i] == nullptr) continue;
    sources[i] = rule.sources[i] ? part_of(plain.source[i], *rule.sources[i], device)
                                 : whole(plain.source[i], device);
  }
  return sources;
}

void Placer::compute_in_parts(Tensor& plain, const CutRule& rule) {
  Spread spread{rule.kind, 0, rule.cut, std::vector<Tensor*>(devices_)};
  for (std::size_t device = 0; device < devices_; ++device) {
    if (rule.cut.size(device) == 0) continue;
    const Sources sources = sources_in_parts(plain, rule, device);
    Tensor* result = nullptr;
    if (writes_into(plain)) {
      result = graph_->node_into(*plain.op, known(plain.base).spread.parts[device], {});
    } else {
      Shape shape = plain.shape;
      const auto dim = static_cast<std::size_t>(rule.cut.dim);
      if (rule.kind == Spread::Kind::cut) shape[dim] = rule.cut.size(device);
      result = graph_->node(*plain.op, plain.type, shape, {});
    }
    result->source = sources;
    result->param_bytes = plain.param_bytes;
    result->name = plain.name;
    placed_->set_device(*result, device);
    spread.parts[device] = result;
  }
  known(&plain).spread = spread;
}

Tensor* Placer::part_of(Tensor* plain, const Cut& cut, std::size_t device) {
  if (is_outside_weight(*plain))
    return weight_cuts_.part(*plain, cut.dim, cut.at[device], cut.at[device + 1]);
  const Spread& spread = known(plain).spread;
  if (spread.kind == Spread::Kind::cut && spread.cut == cut) return spread.parts[device];
  return slice(plain, cut, device);
}

Tensor* Placer::slice(Tensor* plain, const Cut& cut, std::size_t device) {
  Tensor* all = whole(plain, device);
  const auto dim = static_cast<std::size_t>(cut.dim);
  Shape shape = all->shape;
  shape[dim] = cut.size(device);
  const std::size_t start = static_cast<std::size_t>(cut.at[device]) * all->stride[dim];
  Tensor* part = graph_->view(view_op, all, shape, all->stride, start);
  placed_->set_device(*part, device);
  return part;
}

/// All parts behind each other, or their sum, in the order of the devices.
Tensor* Placer::joined(const Spread& spread, std::size_t device) {
  Tensor* all = nullptr;
  for (std::size_t from = 0; from < devices_; ++from) {
    if (spread.parts[from] == nullptr) continue;
    Tensor* part =
        from == device ? spread.parts[from] : transfer(spread.parts[from], device);
    if (all == nullptr) {
      all = part;
      continue;
    }
    all = spread.kind == Spread::Kind::cut
              ? concat_tensors(*graph_, all, part, spread.cut.dim)
              : tern::add(*graph_, all, part);
    placed_->set_device(*all, device);
  }
  return all;
}

}  // namespace tern

#include <limits>

#include "models/blocks/experts.h"
#include "ops/add_id.h"
#include "ops/binary.h"
#include "ops/copy.h"
#include "ops/get_rows.h"
#include "ops/layout.h"
#include "ops/matmul_id.h"
#include "ops/parametric.h"
#include "ops/reduce.h"
#include "ops/repeat.h"
#include "ops/scale.h"
#include "ops/softmax.h"
#include "ops/sort.h"
#include "ops/unary.h"

namespace tern {
namespace blocks_routing {

Tensor* gate(Graph& graph, Gating gating, Tensor* logits) {
  switch (gating) {
    case Gating::softmax: return softmax(graph, logits, nullptr, 1.0f);
    case Gating::sigmoid: return unary(graph, sigmoid_op, logits);
    case Gating::sqrt_softplus: return unary(graph, sqrt_op, unary(graph, softplus_op, logits));
    case Gating::softmax_selected:
    case Gating::none: break;
  }
  return logits;
}

/// The sum of the two best scores of each group: [groups, tokens].
Tensor* judge_groups(Graph& graph, const Experts& e, Tensor* scores) {
  const std::int64_t tokens = scores->shape[1];
  const std::int64_t size = e.count / e.groups;
  Tensor* two = top_k(graph, reshape(graph, scores, {size, e.groups, tokens, 1}), 2);
  two = get_rows(graph, reshape(graph, scores, {1, size, e.groups, tokens}), two);
  two = sum_rows(graph, reshape(graph, two, {2, e.groups, tokens, 1}));
  return reshape(graph, two, {e.groups, tokens, 1, 1});
}

/// Moves the scores of all but the best groups out of reach.
Tensor* keep_best_groups(Graph& graph, const Experts& e, Tensor* scores) {
  const std::int64_t tokens = scores->shape[1];
  Tensor* groups = judge_groups(graph, e, scores);
  Tensor* best = top_k(graph, groups, e.groups_used);
  best = get_rows(graph, reshape(graph, groups, {1, e.groups, tokens, 1}), best);
  Tensor* worst_kept = view(graph, best, {1, tokens, 1, 1},
                            {best->stride[0], best->stride[2], best->stride[3], best->stride[3]},
                            static_cast<std::size_t>(e.groups_used - 1) * best->stride[1]);
  Tensor* behind = scale(graph, sub(graph, groups, worst_kept), -1.0f);
  Tensor* penalty = scale(graph, unary(graph, step_op, behind), -1e9f);
  Tensor* rows = reshape(graph, scores, {e.count / e.groups, e.groups, tokens, 1});
  rows = add(graph, rows, reshape(graph, penalty, {1, e.groups, tokens, 1}));
  return reshape(graph, rows, {e.count, tokens, 1, 1});
}

Tensor* choose(Graph& graph, const Experts& e, Tensor* probs) {
  Tensor* scores = e.selection_bias != nullptr ? add(graph, probs, e.selection_bias) : probs;
  if (e.groups > 1) scores = keep_best_groups(graph, e, scores);
  return top_k(graph, scores, e.used);
}

Tensor* normalized(Graph& graph, Tensor* weights) {
  constexpr float smallest = 6.103515625e-5f;  // of F16, so that nothing divides by 0
  Tensor* sum = sum_rows(graph, weights);
  return div(graph, weights, clamp(graph, sum, smallest, std::numeric_limits<float>::infinity()));
}

/// The weights of the chosen experts: [1, used, tokens].
Tensor* weigh(Graph& graph, const Experts& e, Tensor* probs, Tensor* chosen) {
  const std::int64_t tokens = probs->shape[1];
  Tensor* weights = get_rows(graph, reshape(graph, probs, {1, e.count, tokens, 1}), chosen);
  weights = reshape(graph, weights, {e.used, tokens, 1, 1});
  if (e.gating == Gating::softmax_selected) weights = softmax(graph, weights, nullptr, 1.0f);
  if (e.normalize) weights = normalized(graph, weights);
  if (e.scale != 1.0f) weights = scale(graph, weights, e.scale);
  return reshape(graph, weights, {1, e.used, tokens, 1});
}

Tensor* product(Graph& graph, const ExpertLinear& linear, Tensor* x, Tensor* chosen) {
  Tensor* y = matmul_id(graph, linear.weight, x, chosen);
  if (linear.scale != nullptr) {
    Tensor* scales = reshape(graph, linear.scale, {1, linear.scale->shape[0], 1, 1});
    const std::int64_t count = chosen->shape[0] * chosen->shape[1];
    scales = get_rows(graph, scales, reshape(graph, chosen, {count, 1, 1, 1}));
    y = mul(graph, y, reshape(graph, scales, {1, chosen->shape[0], chosen->shape[1], 1}));
  }
  return linear.bias != nullptr ? add_id(graph, y, linear.bias, chosen) : y;
}

Tensor* half(Graph& graph, Tensor* x, std::int64_t first) {
  return view(graph, x, {x->shape[0] / 2, x->shape[1], x->shape[2], 1}, x->stride,
              row_bytes(x->type, first));
}

Tensor* inner(Graph& graph, const Experts& e, Tensor* x, Tensor* chosen) {
  Tensor* up = nullptr;
  Tensor* gate = nullptr;
  if (e.gate_up.weight != nullptr) {
    Tensor* both = product(graph, e.gate_up, x, chosen);
    gate = half(graph, both, 0);
    up = half(graph, both, both->shape[0] / 2);
  } else {
    up = product(graph, e.up, x, chosen);
    if (e.gate.weight == nullptr) return activate(graph, e.activation, up);
    gate = product(graph, e.gate, x, chosen);
  }
  if (e.situ) return activate_situ(graph, *e.situ, gate, up);
  if (e.limit > 0.0f) return limited_swiglu(graph, gate, up, e.limit, e.limit_where);
  return activate_gated(graph, e.activation, gate, up);
}

/// The sum over slots of x [n, slots, tokens], one after the other, as fusion expects it.
Tensor* sum_slots(Graph& graph, Tensor* x) {
  const Shape shape{x->shape[0], x->shape[2], 1, 1};
  const Strides stride{x->stride[0], x->stride[2], x->stride[3], x->stride[3]};
  const auto slot = [&](std::int64_t i) {
    return view(graph, x, shape, stride, static_cast<std::size_t>(i) * x->stride[1]);
  };
  Tensor* sum = slot(0);
  if (x->shape[1] == 1) return cont(graph, sum);
  for (std::int64_t i = 1; i < x->shape[1]; ++i) sum = add(graph, sum, slot(i));
  return sum;
}

}  // namespace blocks_routing

Tensor* run_routed(Graph& graph, const Experts& e, Tensor* x, Tensor* logits, Tensor* chosen) {
  using namespace blocks_routing;
  const std::int64_t tokens = x->shape[1];
  Tensor* probs = gate(graph, e.gating, logits);
  if (chosen == nullptr) chosen = choose(graph, e, probs);
  Tensor* weights = weigh(graph, e, probs, chosen);
  Tensor* column = reshape(graph, x, {x->shape[0], 1, tokens, 1});
  if (e.weigh_inputs) {
    column = repeat(graph, column, {x->shape[0], e.used, tokens, 1});
    column = mul(graph, column, weights);
  }
  Tensor* y = product(graph, e.down, inner(graph, e, column, chosen), chosen);
  return sum_slots(graph, e.weigh_inputs ? y : mul(graph, y, weights));
}

}  // namespace tern

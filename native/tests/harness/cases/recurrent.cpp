#include "ops/gated_linear_attention.h"
#include "ops/rwkv_wkv6.h"
#include "ops/rwkv_wkv7.h"
#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_recurrent {

struct Sizes {
  std::int64_t size, heads, tokens, sequences;
  Layout layout = Layout::dense;

  Shape operands() const { return {size, heads, tokens, sequences}; }
  Shape states() const { return {size, size, heads, sequences}; }
};

Tensor* operand(Scene& scene, const Sizes& s, float low = -1.0f, float high = 1.0f) {
  return scene.floats(s.operands(), Type::f32, s.layout, uniform(low, high));
}

Recurrence build_gla(Scene& scene, const Sizes& s) {
  const GatedLinearAttention a{operand(scene, s), operand(scene, s), operand(scene, s),
                               operand(scene, s, 0.0f), scene.floats(s.states())};
  return gated_linear_attention(scene.graph(), a, 0.25f);
}

Recurrence build_wkv6(Scene& scene, const Sizes& s) {
  const RwkvWkv6 mix{operand(scene, s),       operand(scene, s),
                     operand(scene, s),       scene.floats({s.size, s.heads, 1, 1}),
                     operand(scene, s, 0.0f), scene.floats(s.states())};
  return rwkv_wkv6(scene.graph(), mix);
}

/// Directions are short, or the states would grow from token to token.
Recurrence build_wkv7(Scene& scene, const Sizes& s) {
  const RwkvWkv7 mix{
      operand(scene, s),       operand(scene, s, 0.0f),        operand(scene, s),
      operand(scene, s),       operand(scene, s, -0.1f, 0.1f), operand(scene, s, -0.1f, 0.1f),
      scene.floats(s.states())};
  return rwkv_wkv7(scene.graph(), mix);
}

using Build = Recurrence (*)(Scene&, const Sizes&);

Instance& add(CaseTable& table, const OpInfo& op, Build build, const Sizes& s) {
  return table.add(op.name, {{"x", s.operands()}, {"scale", 0.25f}, {"layout", name(s.layout)}},
                   [=](Scene& scene) {
                     const Recurrence result = build(scene, s);
                     scene.also(result.states);
                     return result.outputs;
                   });
}

void add_all(CaseTable& table, const OpInfo& op, Build build) {
  for (const std::int64_t size : {32, 64, 128}) {
    for (const std::int64_t tokens : {1, 2, 32}) {
      for (const std::int64_t sequences : {1, 4}) {
        add(table, op, build, {size, size == 128 ? 1 : 4, tokens, sequences});
      }
    }
    add(table, op, build, {size, 2, 5, 2, Layout::apart});
    add(table, op, build, {size, 2, 5, 2, Layout::permuted});
  }
  for (const std::int64_t tokens : {1, 512}) {
    add(table, op, build, {64, 32, tokens, 1}).large = true;
  }
}

}  // namespace cases_recurrent

void register_cases_recurrent(CaseTable& table) {
  using namespace cases_recurrent;
  add_all(table, gated_linear_attention_op, build_gla);
  add_all(table, rwkv_wkv6_op, build_wkv6);
  add_all(table, rwkv_wkv7_op, build_wkv7);
}

}  // namespace tern::harness

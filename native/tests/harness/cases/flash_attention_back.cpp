#include <cmath>

#include "ops/flash_attention.h"
#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_flash_attention_back {

struct Variant {
  std::int64_t head_k = 16;
  std::int64_t head_v = 16;
  std::int64_t heads_kv = 2;
  std::int64_t share = 1;  ///< heads of queries for each head of keys
  std::int64_t cells = 9;
  std::int64_t tokens = 3;
  std::int64_t sequences = 1;
  Type type = Type::f32;  ///< of keys and values where neither is what is differentiated
  bool masked = true;
  bool sinks = false;
  float max_bias = 0.0f;
  float softcap = 0.0f;

  std::int64_t heads() const { return heads_kv * share; }
  FlashAttentionParams params() const {
    return {2.0f / std::sqrt(static_cast<float>(head_k)), max_bias, softcap};
  }
};

FlashAttention operands(Scene& scene, const Variant& v) {
  FlashAttention a;
  a.queries = scene.floats({v.head_k, v.tokens, v.heads(), v.sequences});
  a.keys = scene.floats({v.head_k, v.cells, v.heads_kv, v.sequences}, v.type);
  a.values = scene.floats({v.head_v, v.cells, v.heads_kv, v.sequences}, v.type);
  if (v.masked) {
    const Shape shape{v.cells, v.tokens, 1, v.sequences};
    a.mask = scene.floats(shape, Type::f32, Layout::dense, attention_mask(v.cells));
  }
  if (v.sinks) a.sinks = scene.floats({v.heads(), 1, 1, 1});
  return a;
}

struct Named {
  AttentionOperand operand;
  const char* name;
  Tensor* FlashAttention::* tensor;
};

constexpr Named queries{AttentionOperand::queries, "queries", &FlashAttention::queries};
constexpr Named keys{AttentionOperand::keys, "keys", &FlashAttention::keys};
constexpr Named values{AttentionOperand::values, "values", &FlashAttention::values};
constexpr Named sinks{AttentionOperand::sinks, "sinks", &FlashAttention::sinks};

Params describe(const Variant& v, const Named& by) {
  return {{"by", by.name},          {"head_k", v.head_k},       {"head_v", v.head_v},
          {"heads_kv", v.heads_kv}, {"share", v.share},         {"cells", v.cells},
          {"tokens", v.tokens},     {"sequences", v.sequences}, {"type", v.type},
          {"masked", v.masked},     {"sinks", v.sinks},         {"max_bias", v.max_bias},
          {"softcap", v.softcap},   {"scale", v.params().scale}};
}

void add(CaseTable& table, const Variant& v, const Named& by) {
  table.add_gradient(flash_attention_back_op.name, describe(v, by), [=](Scene& scene) {
    const FlashAttention a = operands(scene, v);
    Tensor* y = flash_attention(scene.graph(), a, v.params());
    Tensor* gradient = scene.floats(y->shape);
    return Differentiated{a.*by.tensor, y, gradient,
                          flash_attention_back(scene.graph(), gradient, a, v.params(), by.operand)};
  });
}

void add(CaseTable& table, const Variant& v) {
  add(table, v, queries);
  if (v.type == Type::f32) add(table, v, keys);
  if (v.type == Type::f32) add(table, v, values);
  if (v.sinks) add(table, v, sinks);
}

}  // namespace cases_flash_attention_back

void register_cases_flash_attention_back(CaseTable& table) {
  using cases_flash_attention_back::add;
  for (const bool masked : {false, true}) {
    for (const bool sinks : {false, true}) {
      for (const float softcap : {0.0f, 3.0f})
        add(table, {.share = 3, .masked = masked, .sinks = sinks, .softcap = softcap});
    }
  }
  add(table, {.share = 3, .sinks = true, .max_bias = 8.0f});
  add(table, {.head_k = 40, .head_v = 24, .heads_kv = 1, .share = 4, .cells = 70, .tokens = 5});
  add(table, {.tokens = 1, .sequences = 3, .sinks = true});
  for (const Type type : {Type::f16, Type::bf16, Type::q8_0})
    add(table, {.head_k = 32, .head_v = 64, .type = type, .sinks = true});
  add(table, {.cells = 8, .tokens = 0});
}

}  // namespace tern::harness

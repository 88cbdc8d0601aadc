#include "ops/flash_attention.h"

#include <cmath>

#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_flash_attention {

struct Variant {
  std::int64_t head_k = 64;
  std::int64_t head_v = 64;
  std::int64_t heads_kv = 2;
  std::int64_t share = 1;  ///< heads of queries for each head of keys
  std::int64_t cells = 64;
  std::int64_t tokens = 3;
  std::int64_t sequences = 1;
  Type type = Type::f16;
  Type mask = Type::f16;
  bool masked = true;
  bool sinks = false;
  float max_bias = 0.0f;
  float softcap = 0.0f;
  Layout layout = Layout::dense;
};

Tensor* build(Scene& scene, const Variant& v) {
  const std::int64_t heads = v.heads_kv * v.share;
  FlashAttention a;
  a.queries = scene.floats({v.head_k, v.tokens, heads, v.sequences}, Type::f32, v.layout);
  a.keys = scene.floats({v.head_k, v.cells, v.heads_kv, v.sequences}, v.type, v.layout);
  a.values = scene.floats({v.head_v, v.cells, v.heads_kv, v.sequences}, v.type, v.layout);
  if (v.masked) {
    a.mask =
        scene.floats({v.cells, v.tokens, 1, 1}, v.mask, Layout::dense, attention_mask(v.cells));
  }
  if (v.sinks) a.sinks = scene.floats({heads, 1, 1, 1}, Type::f32, Layout::dense, uniform(-4, 4));
  const FlashAttentionParams params{1.0f / std::sqrt(static_cast<float>(v.head_k)), v.max_bias,
                                    v.softcap};
  return flash_attention(scene.graph(), a, params);
}

Params describe(const Variant& v) {
  return {{"head_k", v.head_k},
          {"head_v", v.head_v},
          {"heads_kv", v.heads_kv},
          {"share", v.share},
          {"cells", v.cells},
          {"tokens", v.tokens},
          {"sequences", v.sequences},
          {"type", v.type},
          {"mask", v.masked ? std::string(name(v.mask)) : "none"},
          {"sinks", v.sinks},
          {"max_bias", v.max_bias},
          {"softcap", v.softcap},
          {"scale", 1.0f / std::sqrt(static_cast<float>(v.head_k))},
          {"layout", name(v.layout)}};
}

Instance& add(CaseTable& table, const Variant& v) {
  Instance& instance = table.add(flash_attention_op.name, describe(v),
                                 [=](Scene& scene) { return build(scene, v); });
  // Halves may be multiplied as halves.
  instance.limit = v.type == Type::f32 ? 1e-6 : 5e-4;
  instance.flops = 2.0 * static_cast<double>(v.heads_kv * v.share * v.sequences * v.tokens *
                                             v.cells * (v.head_k + v.head_v));
  return instance;
}

void add_head_sizes(CaseTable& table) {
  for (const std::int64_t head : {40, 64, 72, 80, 96, 112, 128, 192, 256, 576}) {
    for (const std::int64_t share : {1, 2, 4, 8, 16}) {
      for (const std::int64_t tokens : {1, 3, 32}) {
        for (const Type type : {Type::f32, Type::f16}) {
          Variant v{.head_k = head, .head_v = head == 576 ? 512 : head, .share = share};
          v.heads_kv = share > 4 ? 1 : 2;
          v.tokens = tokens;
          v.type = type;
          v.cells = share == 1 ? 512 : 113;
          add(table, v);
        }
      }
    }
  }
}

void add_types(CaseTable& table) {
  for (const Type type : {Type::f32, Type::f16, Type::bf16, Type::q8_0, Type::q4_0, Type::q4_1,
                          Type::q5_0, Type::q5_1, Type::iq4_nl}) {
    for (const std::int64_t tokens : {1, 5, 33}) {
      for (const Layout layout : {Layout::dense, Layout::apart, Layout::permuted}) {
        Variant v{.head_k = 128, .head_v = 128, .share = 4, .cells = 256, .tokens = tokens};
        v.type = type;
        v.layout = layout;
        add(table, v);
        v.sequences = 3;
        v.mask = Type::f32;
        add(table, v);
      }
    }
  }
}

void add_options(CaseTable& table, Variant v) {
  for (const bool masked : {false, true}) {
    for (const bool sinks : {false, true}) {
      for (const float max_bias : {0.0f, 8.0f}) {
        for (const float softcap : {0.0f, 10.0f}) {
          if (max_bias > 0.0f && !masked) continue;
          v.masked = masked;
          v.sinks = sinks;
          v.max_bias = max_bias;
          v.softcap = softcap;
          add(table, v);
        }
      }
    }
  }
}

/// Cells as in long contexts, and as many tokens as a batch has: only to be measured.
void add_large(CaseTable& table) {
  for (const std::int64_t cells : {512, 4096, 32768, 131072}) {
    for (const std::int64_t tokens : {1, 8, 64, 512}) {
      for (const std::int64_t head : {64, 128, 256, 576}) {
        Variant v{.head_k = head, .head_v = head == 576 ? 512 : head, .heads_kv = 4, .share = 4};
        v.heads_kv = head == 576 ? 1 : 4;
        v.cells = cells;
        v.tokens = tokens;
        add(table, v).large = true;
      }
    }
  }
}

}  // namespace cases_flash_attention

void register_cases_flash_attention(CaseTable& table) {
  using namespace cases_flash_attention;
  add_head_sizes(table);
  add_types(table);
  for (const Type type : {Type::f32, Type::f16, Type::q8_0}) {
    for (const std::int64_t tokens : {1, 17}) {
      add_options(table, {.share = 3, .cells = 96, .tokens = tokens, .type = type});
    }
  }
  add(table, {.cells = 64, .tokens = 0});
  add_large(table);
}

}  // namespace tern::harness

#include "ops/matmul_id.h"

#include <algorithm>

#include "core/type_table.h"
#include "ops/add_id.h"
#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_matmul_id {

struct Sizes {
  std::int64_t experts, slots, tokens, m, k;
  bool broadcast = false;  ///< one column per token for all slots
  bool weight = false;     ///< experts as models have them, of which backends may keep copies
};

/// For each token `slots` different experts.
DrawIntegers any_experts(const Sizes& s) { return different_in_each(s.experts, s.slots); }

/// Every expert but the last gets `rows` rows, in any order; the last gets none.
DrawIntegers rows_each(std::int64_t rows) {
  return [=](std::span<std::int32_t> ids, Random& random) {
    const auto order = random.permutation(static_cast<std::int64_t>(ids.size()));
    for (std::size_t i = 0; i < ids.size(); ++i) {
      ids[i] = order[i] / static_cast<std::int32_t>(rows);
    }
  };
}

Instance& add(CaseTable& table, Type type, const Sizes& s, Params more, DrawIntegers draw) {
  Params params{{"type", type},
                {"experts", s.experts},
                {"slots", s.slots},
                {"tokens", s.tokens},
                {"m", s.m},
                {"k", s.k},
                {"broadcast", s.broadcast},
                {"weight", s.weight}};
  params.insert(params.end(), more.begin(), more.end());
  Instance& instance =
      table.add(matmul_id_op.name, std::move(params), [=, draw = std::move(draw)](Scene& scene) {
        const Shape shape{s.k, s.m, s.experts, 1};
        Tensor* experts = s.weight ? scene.weight(shape, type) : scene.floats(shape, type);
        Tensor* b = scene.floats({s.k, s.broadcast ? 1 : s.slots, s.tokens, 1});
        return matmul_id(scene.graph(), experts, b, scene.choices({s.slots, s.tokens, 1, 1}, draw));
      });
  instance.limit = traits(type).quantized ? 5e-4 : type == Type::bf16 ? 5e-5 : 1e-6;
  instance.flops = 2.0 * static_cast<double>(s.k * s.m * s.slots * s.tokens);
  return instance;
}

/// Sizes around those of tiles: all of an expert's rows in one, one more, one less.
void add_rows_of_experts(CaseTable& table) {
  for (const Type type : {Type::f32, Type::f16, Type::q8_0, Type::q4_0, Type::q4_k, Type::mxfp4}) {
    for (const std::int64_t rows : {1, 15, 16, 17, 31, 32, 33, 47, 48, 49}) {
      for (const std::int64_t slots : {1, 2}) {
        const std::int64_t used = 4;
        const Sizes s{used + 1, slots, used * rows / slots, 33, 256};
        add(table, type, s, {{"rows_each", rows}}, rows_each(rows));
      }
    }
  }
}

void add_every_type(CaseTable& table) {
  for (const TypeTraits& type : type_table()) {
    if (type.to_float == nullptr) continue;
    for (const std::int64_t tokens : {0, 1, 5, 32}) {
      for (const bool broadcast : {false, true}) {
        Sizes s{8, 2, tokens, 16, 256, broadcast};
        add(table, type.type, s, {}, any_experts(s));
        s.weight = true;
        add(table, type.type, s, {}, any_experts(s));
      }
    }
  }
}

/// One expert for all.
void add_one_sided(CaseTable& table) {
  for (const Type type : {Type::f32, Type::q4_0}) {
    const Sizes s{8, 1, 40, 17, 256};
    add(table, type, s, {{"all_to", 3}},
        [](std::span<std::int32_t> ids, Random&) { std::fill(ids.begin(), ids.end(), 3); });
  }
}

void add_large(CaseTable& table) {
  for (const Type type : {Type::f16, Type::q8_0, Type::q4_0, Type::q4_k}) {
    for (const std::int64_t tokens : {1, 8, 512}) {
      for (const bool weight : {false, true}) {
        const Sizes s{64, 8, tokens, 768, 2048, false, weight};
        add(table, type, s, {}, any_experts(s)).large = true;
      }
    }
  }
}

void add_biases(CaseTable& table) {
  for (const std::int64_t n : {1, 129}) {
    for (const std::int64_t slots : {1, 4}) {
      for (const std::int64_t tokens : {0, 1, 32}) {
        const Sizes s{8, slots, tokens, n, n};
        table.add(add_id_op.name, {{"n", n}, {"slots", slots}, {"tokens", tokens}},
                  [=](Scene& scene) {
                    Tensor* x = scene.floats({n, slots, tokens, 1});
                    Tensor* bias = scene.floats({n, 8, 1, 1});
                    return add_id(scene.graph(), x, bias,
                                  scene.choices({slots, tokens, 1, 1}, any_experts(s)));
                  });
      }
    }
  }
}

}  // namespace cases_matmul_id

void register_cases_matmul_id(CaseTable& table) {
  using namespace cases_matmul_id;
  add_every_type(table);
  add_rows_of_experts(table);
  add_one_sided(table);
  add_large(table);
  add_biases(table);
}

}  // namespace tern::harness

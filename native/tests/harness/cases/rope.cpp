#include "ops/rope.h"

#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_rope {

struct Variant {
  Shape shape;
  RopeParams params;
  bool divisors = false;
  Layout layout = Layout::dense;
};

Params describe(const Variant& v) {
  const RopeParams& p = v.params;
  return {{"x", v.shape},
          {"mode", p.mode == RopeMode::neox ? "neox" : "normal"},
          {"dims", p.dims},
          {"base", p.base},
          {"frequency_scale", p.frequency_scale},
          {"extrapolation", p.extrapolation},
          {"magnitude", p.magnitude},
          {"beta_fast", p.beta_fast},
          {"beta_slow", p.beta_slow},
          {"original_context", p.original_context},
          {"divisors", v.divisors},
          {"layout", name(v.layout)}};
}

void add(CaseTable& table, const Variant& v) {
  table.add(rope_op.name, describe(v), [=](Scene& scene) {
    Tensor* x = scene.floats(v.shape, Type::f32, v.layout);
    Tensor* positions = scene.integers({v.shape[2], 1, 1, 1}, integers_below(512));
    Tensor* divisors = v.divisors ? scene.floats({v.params.dims / 2, 1, 1, 1}, Type::f32,
                                                 Layout::dense, uniform(0.9f, 1.1f))
                                  : nullptr;
    return rope(scene.graph(), x, positions, divisors, v.params);
  });
}

void add_scalings(CaseTable& table, Variant v) {
  for (const float scale : {1.0f, 0.7071f}) {
    for (const float extrapolation : {0.0f, 0.7465f}) {
      for (const float magnitude : {1.0f, 1.4245f}) {
        v.params.frequency_scale = scale;
        v.params.extrapolation = extrapolation;
        v.params.magnitude = magnitude;
        v.params.original_context = 512;
        add(table, v);
      }
    }
  }
}

}  // namespace cases_rope

void register_cases_rope(CaseTable& table) {
  using namespace cases_rope;
  for (const RopeMode mode : {RopeMode::normal, RopeMode::neox}) {
    for (const std::int32_t dims : {16, 64, 128}) {
      for (const bool divisors : {false, true}) {
        Variant v{{128, 4, 5, 1}, {.mode = mode, .dims = dims}, divisors};
        add_scalings(table, v);
        v.layout = Layout::apart;
        add(table, v);
        v.layout = Layout::permuted;
        add(table, v);
      }
    }
    add(table, {{64, 3, 0, 1}, {.mode = mode, .dims = 64}});
    add(table, {{80, 32, 1, 1}, {.mode = mode, .dims = 20}});
  }
}

}  // namespace tern::harness

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

const char* name(RopeMode mode) {
  switch (mode) {
    case RopeMode::neox: return "neox";
    case RopeMode::mrope: return "mrope";
    case RopeMode::interleaved_mrope: return "interleaved_mrope";
    case RopeMode::vision: return "vision";
    default: return "normal";
  }
}

Params describe(const Variant& v) {
  const RopeParams& p = v.params;
  return {{"x", v.shape},
          {"mode", name(p.mode)},
          {"dims", p.dims},
          {"base", p.base},
          {"frequency_scale", p.frequency_scale},
          {"extrapolation", p.extrapolation},
          {"magnitude", p.magnitude},
          {"beta_fast", p.beta_fast},
          {"beta_slow", p.beta_slow},
          {"original_context", p.original_context},
          {"sections", p.sections},
          {"offset", p.offset},
          {"divisors", v.divisors},
          {"layout", harness::name(v.layout)}};
}

struct Turns {
  Tensor* positions;
  Tensor* divisors;
};

Turns turns(Scene& scene, const Variant& v) {
  const std::int64_t kinds = has_sections(v.params.mode) ? 4 : 1;
  const std::int64_t pairs = v.params.mode == RopeMode::vision ? v.params.dims : v.params.dims / 2;
  Tensor* positions = scene.integers({kinds * v.shape[2], 1, 1, 1}, integers_below(512));
  if (!v.divisors) return {positions, nullptr};
  return {positions, scene.floats({pairs, 1, 1, 1}, Type::f32, Layout::dense, uniform(0.9f, 1.1f))};
}

void add(CaseTable& table, const Variant& v) {
  table.add(rope_op.name, describe(v), [=](Scene& scene) {
    Tensor* x = scene.floats(v.shape, Type::f32, v.layout);
    const Turns t = turns(scene, v);
    return rope(scene.graph(), x, t.positions, t.divisors, v.params);
  });
  table.add_gradient(rope_back_op.name, describe(v), [=](Scene& scene) {
    Tensor* x = scene.floats(v.shape);
    Tensor* gradient = scene.floats(v.shape, Type::f32, v.layout);
    const Turns t = turns(scene, v);
    return Differentiated{x, rope(scene.graph(), x, t.positions, t.divisors, v.params), gradient,
                          rope_back(scene.graph(), gradient, t.positions, t.divisors, v.params)};
  });
}

void add_sections(CaseTable& table, RopeMode mode, std::int32_t dims,
                  const std::array<std::int32_t, 4>& sections) {
  for (const bool divisors : {false, true}) {
    Variant v{{128, 4, 5, 1}, {.mode = mode, .dims = dims, .sections = sections}, divisors};
    add(table, v);
    v.layout = Layout::permuted;
    add(table, v);
    v.params.frequency_scale = 0.5f;
    v.params.magnitude = 1.25f;
    add(table, v);
  }
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
    add(table, {{80, 3, 4, 1}, {.mode = mode, .dims = 32, .offset = 48}});
  }
  add_sections(table, RopeMode::mrope, 128, {16, 24, 24, 0});
  add_sections(table, RopeMode::mrope, 64, {8, 8, 8, 8});
  add_sections(table, RopeMode::interleaved_mrope, 128, {24, 20, 20, 0});
  add_sections(table, RopeMode::interleaved_mrope, 64, {11, 11, 10, 0});
  add_sections(table, RopeMode::vision, 64, {32, 32, 0, 0});
}

}  // namespace tern::harness

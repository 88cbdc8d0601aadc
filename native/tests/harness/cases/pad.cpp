#include "ops/pad.h"

#include "ops/out_prod.h"
#include "ops/timestep_embedding.h"
#include "ops/upscale.h"
#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_pad {

void add_pads(CaseTable& table, const PadParams& p, Layout layout) {
  table.add(pad_op.name,
            {{"before", p.before},
             {"after", p.after},
             {"circular", p.circular},
             {"layout", name(layout)}},
            [=](Scene& scene) {
              return pad(scene.graph(), scene.floats({7, 5, 4, 3}, Type::f32, layout), p);
            });
}

void add_rolls(CaseTable& table, const std::array<std::int32_t, max_dims>& shift) {
  table.add(roll_op.name, {{"shift", shift}},
            [=](Scene& scene) { return roll(scene.graph(), scene.floats({7, 5, 4, 3}), shift); });
}

void add_reflections(CaseTable& table, int before, int after) {
  table.add(pad_reflect_1d_op.name, {{"before", before}, {"after", after}}, [=](Scene& scene) {
    return pad_reflect_1d(scene.graph(), scene.floats({13, 5, 2, 3}), before, after);
  });
}

void add_scale(CaseTable& table, const Shape& to, ScaleMode mode, bool corners) {
  constexpr const char* names[] = {"nearest", "bilinear", "bicubic", "bilinear_antialias"};
  const Shape from{9, 7, 3, 2};
  table.add(upscale_op.name,
            {{"x", from},
             {"to", to},
             {"mode", names[static_cast<std::size_t>(mode)]},
             {"align_corners", corners}},
            [=](Scene& scene) {
              return upscale(scene.graph(), scene.floats(from), to, {mode, corners ? 1 : 0});
            });
}

void add_product(CaseTable& table, std::int64_t m, std::int64_t n, std::int64_t k) {
  table.add(out_prod_op.name, {{"m", m}, {"n", n}, {"k", k}}, [=](Scene& scene) {
    Tensor* a = scene.floats({m, k, 2, 1});
    return out_prod(scene.graph(), a, scene.floats({n, k, 4, 3}));
  });
}

void add_timesteps(CaseTable& table, std::int32_t dims, std::int64_t n) {
  table.add(timestep_embedding_op.name, {{"dims", dims}, {"n", n}, {"max_period", 10000}},
            [=](Scene& scene) {
              Tensor* steps =
                  scene.floats({n, 1, 1, 1}, Type::f32, Layout::dense, uniform(0.0f, 1000.0f));
              return timestep_embedding(scene.graph(), steps, {dims, 10000});
            });
}

void add_scales(CaseTable& table) {
  for (const Shape& to :
       {Shape{18, 14, 3, 2}, Shape{20, 11, 3, 2}, Shape{4, 3, 3, 2}, Shape{9, 14, 6, 4}}) {
    add_scale(table, to, ScaleMode::nearest, false);
    for (const bool corners : {false, true}) {
      add_scale(table, to, ScaleMode::bilinear, corners);
      add_scale(table, to, ScaleMode::bicubic, corners);
    }
    add_scale(table, to, ScaleMode::bilinear_antialias, false);
  }
}

}  // namespace cases_pad

void register_cases_pad(CaseTable& table) {
  using namespace cases_pad;
  for (const std::int32_t circular : {0, 1}) {
    for (const Layout layout : {Layout::dense, Layout::apart, Layout::permuted}) {
      add_pads(table, {{0, 0, 0, 0}, {3, 0, 1, 0}, circular}, layout);
      add_pads(table, {{2, 1, 0, 2}, {1, 0, 3, 1}, circular}, layout);
    }
  }
  for (const auto& shift :
       {std::array<std::int32_t, 4>{0, 0, 0, 0}, {3, 0, 0, 0}, {-1, 2, 3, -2}, {100, -50, 7, 1}}) {
    add_rolls(table, shift);
  }
  for (const int before : {0, 1, 12}) add_reflections(table, before, 12 - before);
  add_scales(table);
  for (const std::int64_t k : {1, 16, 33}) add_product(table, 17, 5, k);
  for (const std::int32_t dims : {1, 2, 15, 320}) add_timesteps(table, dims, 3);
}

}  // namespace tern::harness

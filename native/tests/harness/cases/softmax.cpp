#include "ops/softmax.h"

#include <cmath>

#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_softmax {

/// As a causal mask: the later a row, the more of it counts.
DrawFloats causal(std::int64_t columns) {
  return [=](std::span<float> values, Random&) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto row = static_cast<std::int64_t>(i) / columns;
      values[i] = static_cast<std::int64_t>(i) % columns > row ? -INFINITY : 0.0f;
    }
  };
}

Instance& add(CaseTable& table, const Shape& shape, bool masked, float factor, Layout layout) {
  return table.add(softmax_op.name,
                   {{"x", shape}, {"mask", masked}, {"scale", factor}, {"layout", name(layout)}},
                   [=](Scene& scene) {
                     Tensor* x = scene.floats(shape, Type::f32, layout, uniform(-10.0f, 10.0f));
                     Tensor* mask = masked ? scene.floats({shape[0], shape[1], 1, 1}, Type::f32,
                                                          Layout::dense, causal(shape[0]))
                                           : nullptr;
                     return softmax(scene.graph(), x, mask, factor);
                   });
}

void add_heads(CaseTable& table, const Shape& shape, float max_bias, bool sinks) {
  table.add(softmax_op.name,
            {{"x", shape}, {"scale", 0.5f}, {"max_bias", max_bias}, {"sinks", sinks}},
            [=](Scene& scene) {
              Tensor* x = scene.floats(shape, Type::f32, Layout::dense, uniform(-10.0f, 10.0f));
              Tensor* mask = scene.floats({shape[0], shape[1] + 3, 1, shape[3]}, Type::f32,
                                          Layout::dense, uniform(-3.0f, 0.0f));
              Tensor* sink = sinks ? scene.floats({shape[2], 1, 1, 1}) : nullptr;
              return softmax(scene.graph(), x, mask, sink, {0.5f, max_bias});
            });
}

}  // namespace cases_softmax

void register_cases_softmax(CaseTable& table) {
  using namespace cases_softmax;
  for (const float max_bias : {0.0f, 8.0f}) {
    for (const bool sinks : {false, true}) {
      for (const std::int64_t heads : {1, 8, 13}) {
        add_heads(table, {33, 4, heads, 2}, max_bias, sinks);
        add_heads(table, {1025, 2, heads, 1}, max_bias, sinks);
      }
    }
  }
  for (const bool masked : {false, true}) {
    for (const float factor : {1.0f, 0.1f}) {
      for (const Layout layout : {Layout::dense, Layout::apart, Layout::permuted}) {
        for (const std::int64_t n : {1, 15, 16, 33, 1024, 1025}) {
          add(table, {n, 5, 4, 2}, masked, factor, layout);
        }
      }
    }
    add(table, {16, 0, 4, 1}, masked, 1.0f, Layout::dense);
    add(table, {4096, 512, 32, 1}, masked, 1.0f, Layout::dense).large = true;
  }
}

}  // namespace tern::harness

#include "tests/harness/scene.h"

#include <utility>

#include "core/text.h"
#include "ops/layout.h"

namespace tern::harness {
namespace harness_scene {

/// Whole blocks that lie between two rows.
constexpr std::int64_t gap_blocks = 3;

Shape stored_shape(const Shape& shape, Type type, Layout layout) {
  switch (layout) {
    case Layout::apart:
      return {shape[0] + gap_blocks * traits(type).block_size, shape[1], shape[2], shape[3]};
    case Layout::permuted: return {shape[0], shape[2], shape[1], shape[3]};
    case Layout::turned: return {shape[1], shape[0], shape[2], shape[3]};
    default: return shape;
  }
}

Tensor* as_wanted(Graph& graph, Tensor* stored, const Shape& shape, Layout layout) {
  switch (layout) {
    // Not the first element, so that an offset that is forgotten shows.
    case Layout::apart:
      return view(graph, stored, shape, stored->stride, traits(stored->type).block_bytes * 2);
    case Layout::permuted: return permute(graph, stored, {0, 2, 1, 3});
    case Layout::turned: return permute(graph, stored, {1, 0, 2, 3});
    default: return stored;
  }
}

}  // namespace harness_scene

const char* name(Layout layout) {
  switch (layout) {
    case Layout::apart: return "apart";
    case Layout::permuted: return "permuted";
    case Layout::turned: return "turned";
    default: return "dense";
  }
}

Tensor* Scene::floats(const Shape& shape, Type type, Layout layout, DrawFloats draw) {
  const Shape stored = harness_scene::stored_shape(shape, type, layout);
  Tensor* input = graph_.input(type, stored, concat("input ", inputs_.size()));
  inputs_.push_back({input, std::move(draw), nullptr, false});
  return harness_scene::as_wanted(graph_, input, shape, layout);
}

Tensor* Scene::weight(const Shape& shape, Type type) {
  Tensor* tensor = floats(shape, type);
  tensor->is_weight = true;
  return tensor;
}

Tensor* Scene::integers(const Shape& shape, DrawIntegers draw, Layout layout) {
  const Shape stored = harness_scene::stored_shape(shape, Type::i32, layout);
  Tensor* input = graph_.input(Type::i32, stored, concat("input ", inputs_.size()));
  inputs_.push_back({input, nullptr, std::move(draw), false});
  return harness_scene::as_wanted(graph_, input, shape, layout);
}

Tensor* Scene::choices(const Shape& shape, DrawIntegers draw) {
  Tensor* input = integers(shape, std::move(draw));
  inputs_.back().chooses = true;
  return input;
}

}  // namespace tern::harness

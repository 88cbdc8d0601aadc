#include "ops/copy.h"

#include "core/type_table.h"
#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_copy {

/// Blocks may be written a little differently; what they hold must stay close.
double limit_of(Type to) { return traits(to).quantized ? 1e-4 : 1e-7; }

bool converts(const TypeTraits& from, const TypeTraits& to) {
  const bool reads = from.to_float != nullptr || from.type == Type::i32;
  const bool writes = to.from_float != nullptr || to.type == Type::i32;
  return reads && (from.type == to.type || writes);
}

/// Integers stay small enough for every type.
Tensor* draw(Scene& scene, const Shape& shape, Type type, Layout layout) {
  if (type == Type::i32) return scene.integers(shape, integers_below(64), layout);
  return scene.floats(shape, type, layout, uniform(-10.0f, 10.0f));
}

bool can_be_laid(Type from, Layout layout) {
  return layout != Layout::turned || !traits(from).quantized;
}

void add_pair(CaseTable& table, Type from, Type to, Layout layout) {
  const Shape shape{256, 3, 2, 2};
  if (!can_be_laid(from, layout)) return;
  table
      .add(cont_op.name, {{"from", from}, {"to", to}, {"x", shape}, {"layout", name(layout)}},
           [=](Scene& scene) { return cont(scene.graph(), draw(scene, shape, from, layout), to); })
      .limit = limit_of(to);
  table
      .add(copy_op.name, {{"from", from}, {"to", to}, {"x", shape}, {"layout", name(layout)}},
           [=](Scene& scene) {
             Tensor* target = draw(scene, shape, to, Layout::apart);
             return copy(scene.graph(), draw(scene, shape, from, layout), target);
           })
      .limit = limit_of(to);
}

}  // namespace cases_copy

void register_cases_copy(CaseTable& table) {
  using namespace cases_copy;
  for (const TypeTraits& from : type_table()) {
    for (const TypeTraits& to : type_table()) {
      if (!converts(from, to)) continue;
      for (const Layout layout : {Layout::dense, Layout::permuted, Layout::turned}) {
        add_pair(table, from.type, to.type, layout);
      }
    }
  }
}

}  // namespace tern::harness

#include "core/graph.h"

#include <algorithm>
#include <utility>

#include "core/check.h"
#include "core/shape_check.h"
#include "core/text.h"
#include "tern/error.h"

namespace tern {
namespace core_graph {

void check_shape(std::string_view what, Type type, const Shape& shape) {
  check_sizes(what, shape);
  const std::int64_t block = traits(type).block_size;
  if (shape[0] % block != 0) {
    throw GraphError(concat("[", what, "] expected rows of a multiple of ", block, " elements for ",
                            name(type), ", got ", to_string(shape)));
  }
}

/// Elements must lie where the processor may read them.
void check_alignment(const OpInfo& op, const Tensor& view, std::size_t offset) {
  const bool words = view.type == Type::f32 || view.type == Type::i32;
  // Blocks of an odd number of bytes are read byte by byte.
  const std::size_t unit = words ? 4 : traits(view.type).block_bytes % 2 == 0 ? 2 : 1;
  bool fits = offset % unit == 0;
  for (const std::size_t stride : view.stride) fits = fits && stride % unit == 0;
  if (!fits) {
    fail(op, concat("offset and strides that are multiples of ", unit),
         concat(describe(view), " at byte ", offset));
  }
}

void check_place(const OpInfo& op, const Tensor& of, const Tensor& view, std::size_t offset) {
  check_alignment(op, view, offset);
  if (element_count(view.shape) == 0 || lies_inside(view, offset, byte_span(of))) return;
  fail(op, concat("a view inside ", describe(of)), concat(describe(view), " at byte ", offset));
}

void set_sources(Tensor& tensor, std::initializer_list<Tensor*> sources) {
  std::copy(sources.begin(), sources.end(), tensor.source.begin());
}

void place_in(Tensor& view, Tensor& of, std::size_t offset) {
  view.base = of.base != nullptr ? of.base : &of;
  view.offset = of.offset + offset;
  // Memory from outside the graph is known already; the rest follows when memory is bound.
  if (of.data != nullptr) view.data = of.data + offset;
}

}  // namespace core_graph

Tensor* Graph::add(Type type, const Shape& shape) {
  Tensor& tensor = tensors_.emplace_back();
  tensor.type = type;
  tensor.shape = shape;
  tensor.stride = contiguous_strides(type, shape);
  tensor.index = static_cast<std::int32_t>(tensors_.size() - 1);
  return &tensor;
}

Tensor* Graph::input(Type type, const Shape& shape, std::string name) {
  core_graph::check_shape("input", type, shape);
  Tensor* tensor = add(type, shape);
  tensor->name = std::move(name);
  return tensor;
}

Tensor* Graph::node(const OpInfo& op, Type type, const Shape& shape,
                    std::initializer_list<Tensor*> sources) {
  core_graph::check_shape(op.name, type, shape);
  Tensor* tensor = add(type, shape);
  tensor->op = &op;
  core_graph::set_sources(*tensor, sources);
  nodes_.push_back(tensor);
  return tensor;
}

Tensor* Graph::node_into(const OpInfo& op, Tensor* target, std::initializer_list<Tensor*> sources) {
  Tensor* tensor = add(target->type, target->shape);
  tensor->op = &op;
  tensor->stride = target->stride;
  core_graph::set_sources(*tensor, sources);
  core_graph::place_in(*tensor, *target, 0);
  nodes_.push_back(tensor);
  return tensor;
}

Tensor* Graph::view(const OpInfo& op, Tensor* of, const Shape& shape, const Strides& stride,
                    std::size_t offset) {
  core_graph::check_shape(op.name, of->type, shape);
  // Without elements it lies nowhere, so also behind the end.
  if (element_count(shape) == 0) offset = 0;
  Tensor wanted;
  wanted.type = of->type;
  wanted.shape = shape;
  wanted.stride = stride;
  core_graph::check_place(op, *of, wanted, offset);
  Tensor* tensor = add(of->type, shape);
  tensor->op = &op;
  tensor->stride = stride;
  tensor->source[0] = of;
  core_graph::place_in(*tensor, *of, offset);
  return tensor;
}

void Graph::mark_output(Tensor* tensor) {
  tensor->is_output = true;
  if (tensor->base != nullptr && tensor->base->index >= 0) tensor->base->is_output = true;
}

}  // namespace tern

#pragma once

#include <memory>
#include <utility>

#include "models/base/architecture.h"

namespace tern {

/// A part of a layer: [embedding, tokens] in, the same out. Blocks are plain structs with a
/// function apply(step, block, x); this makes them interchangeable.
class Block {
 public:
  virtual ~Block() = default;
  virtual Tensor* run(const StepContext& step, Tensor* x) const = 0;
};

/// Immutable; layers may share one.
using BlockPtr = std::shared_ptr<const Block>;

template <class Part>
class BlockOf : public Block {
 public:
  explicit BlockOf(Part part) : part_(std::move(part)) {}
  Tensor* run(const StepContext& step, Tensor* x) const override { return apply(step, part_, x); }

 private:
  Part part_;
};

/// Wraps a struct for which apply(step, part, x) is declared.
template <class Part>
BlockPtr make_block(Part part) {
  return std::make_shared<const BlockOf<Part>>(std::move(part));
}

}  // namespace tern

#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>

#include "models/blocks/block.h"
#include "models/blocks/norm.h"

namespace tern {

/// A layer of a decoder: x + mixer(norm(x)), then x + ffn(norm(x)). Norms that are not there do
/// nothing, so models with norms before, after or around the parts are all made of it.
struct DecoderLayer {
  enum class Wiring {
    sequential,
    parallel,  ///< x + mixer(attention_norm(x)) + ffn(…): of ffn_norm(x) if there is one, else of
               ///< the same norm
  };
  Norm attention_norm, attention_post_norm;
  BlockPtr mixer;  ///< (optional)
  Norm ffn_norm, ffn_post_norm;
  BlockPtr ffn;  ///< (optional)
  float residual_scale = 1.0f;
  Wiring wiring = Wiring::sequential;
};

/// The last layer computes its second half for the wanted tokens only.
Tensor* apply(const StepContext& step, const DecoderLayer& layer, bool is_last, Tensor* x);

/// What a layer does at the point behind which only the wanted tokens matter.
Tensor* select_outputs(const StepContext& step, bool is_last, Tensor* x);

/// Any layer: a DecoderLayer, or what an architecture has of its own, for which
/// apply(step, layer, is_last, x) is declared.
class AnyLayer {
 public:
  template <class Layer>
  AnyLayer(Layer layer)  // not explicit, so that model files just return their layer
      : run_([layer = std::move(layer)](const StepContext& step, bool is_last, Tensor* x) {
          return apply(step, layer, is_last, x);
        }) {}

  Tensor* run(const StepContext& step, bool is_last, Tensor* x) const {
    return run_(step, is_last, x);
  }

 private:
  std::function<Tensor*(const StepContext&, bool, Tensor*)> run_;
};

/// "blk.<layer>."
std::string layer_prefix(std::size_t layer);

}  // namespace tern

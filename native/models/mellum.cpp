#include "models/blocks/decoder.h"

namespace tern {
namespace model_mellum {

/// Norms of queries and keys, and experts; layers with a sliding window have a rope that is not
/// stretched.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const bool windows = model.metadata.integer_or("attention.sliding_window", 0) > 0;
  const std::vector<bool> sliding = model.sliding_layers(4);
  const Rotary far = model.rotary(RopeMode::neox);
  Rotary near = far;
  near.params = {.mode = RopeMode::neox, .dims = far.params.dims, .base = far.params.base};
  return model.decoder([&](LayerLoader& load) {
    const bool slides = windows && sliding[load.index];
    AttentionOptions options{.rotary = slides ? near : far, .qk_norm = QkNorm::heads};
    if (slides) options.window = model.sliding_window();
    Attention attention = load.attention(options);
    return load.pre_norm({.mixer = make_block(attention),
                          .ffn = make_block(load.experts({.file_scale = false, .scales = true}))});
  });
}

}  // namespace model_mellum

void register_model_mellum(ModelTable& table) { table.add("mellum", model_mellum::load); }

}  // namespace tern

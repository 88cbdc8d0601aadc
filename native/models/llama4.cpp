#include "models/blocks/decoder.h"

namespace tern {
namespace model_llama4 {

/// Like llama, with experts in every so many layers, whose weights apply to their inputs. Three of
/// four layers see chunks and have rope; in the others queries grow with the position.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const bool windows = model.metadata.integer_or("attention.sliding_window", 8192) > 0;
  const std::vector<bool> chunked = model.sliding_layers(4);
  const Rotary rotary = model.rotary_with_divisors(RopeMode::normal);
  const bool normed = model.experts != 128;
  const auto every = static_cast<std::size_t>(model.metadata.positive("interleave_moe_layer_step"));
  return model.decoder([&](LayerLoader& load) {
    const std::size_t ropeless = windows ? 4 : static_cast<std::size_t>(model.h.layers);
    const bool turns = (load.index + 1) % ropeless != 0;
    AttentionOptions options;
    if (turns) options.rotary = rotary;
    if (windows && chunked[load.index]) options.window = {Window::Kind::chunked, 8192};
    Attention attention = load.attention(options);
    if (turns && normed) {
      attention.qk_norm = QkNorm::heads;
      attention.norm_after_rope = true;
      attention.query_norm = attention.key_norm = bare_norm(model.norm);
    }
    if (windows && !turns)
      attention.temperature = {.scale = 0.1f, .offset = 1.0f, .length = 8192.0f};
    return load.pre_norm(
        {.mixer = make_block(attention),
         .ffn = (load.index + 1) % every != 0
                    ? make_block(load.ffn({.scale_use = ScaleUse::none}))
                    : make_block(load.experts(
                          {.gating = Gating::sigmoid,
                           .normalize = false,
                           .file_scale = false,
                           .weigh_inputs = true,
                           .shared_width = expert_width(model.metadata, load.index, load.h)}))});
  });
}

}  // namespace model_llama4

void register_model_llama4(ModelTable& table) {
  table.add("llama4", model_llama4::load, {.values = {{"block_count", 4}}});
}

}  // namespace tern

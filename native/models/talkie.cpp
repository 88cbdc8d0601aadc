#include "models/blocks/decoder.h"
#include "ops/binary.h"

namespace tern {
namespace model_talkie {

struct Layer {
  DecoderLayer inner;
  Embedding embedding;
  Tensor* part = nullptr;
};

Tensor* apply(const StepContext& step, const Layer& layer, bool is_last, Tensor* x) {
  Tensor* embedded = select_outputs(step, is_last, tern::apply(step, layer.embedding));
  // Before the layer, so that its last addition and this one follow each other and can be fused.
  Tensor* part = mul(step.graph, embedded, layer.part);
  return add(step.graph, tern::apply(step, layer.inner, is_last, x), part);
}

/// Norms without weights; queries and keys are normed behind rope, queries weighed by head; each
/// layer adds a part of the embeddings.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Norm norm = bare_norm(model.norm);
  model.embedding = load_embedding(model.weights, model.h);
  model.embedding.norm = norm;
  model.head = load_bare_head(model.weights, model.h, model.embedding);
  model.head.norm = norm;
  model.head.scale = model.metadata.number("logit_scale");
  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    Attention attention = load.attention({.rotary = rotary});
    attention.qk_norm = QkNorm::heads;
    attention.norm_after_rope = true;
    attention.query_norm = attention.key_norm = norm;
    attention.query_norm.weight =
        model.weights.require(load.prefix + "attn_q_norm.weight", {1, load.h.heads, 1, 1});
    Layer layer;
    layer.embedding = model.embedding;
    layer.inner.attention_norm = layer.inner.ffn_norm = norm;
    layer.inner.mixer = make_block(attention);
    Ffn ffn = load.ffn({.scale_use = ScaleUse::none});
    ffn.down.scale = model.weights.find(load.prefix + "ffn_down.scale", {1, 1, 1, 1});
    ffn.down.scale_use = ScaleUse::after_bias;
    layer.inner.ffn = make_block(ffn);
    layer.part = model.weights.require(load.prefix + "layer_output_scale.weight", {1, 1, 1, 1});
    return layer;
  });
}

}  // namespace model_talkie

void register_model_talkie(ModelTable& table) { table.add("talkie", model_talkie::load); }

}  // namespace tern

#include "models/blocks/decoder.h"
#include "ops/binary.h"

namespace tern {
namespace model_hrm_text {

/// Layers, and a norm without weights behind them.
struct Stack {
  std::vector<DecoderLayer> layers;
  Norm norm;
};

Tensor* apply(const StepContext& step, const Stack& stack, Tensor* x) {
  for (const DecoderLayer& layer : stack.layers) x = tern::apply(step, layer, false, x);
  return tern::apply(step.graph, stack.norm, x);
}

/// Two stacks take turns: the low one several times, on the sum of both states, then the high one.
/// Each pass keeps keys and values of its own.
class HrmText : public Architecture {
 public:
  explicit HrmText(const ModelSource& source);

  const ModelShape& shape() const override { return shape_; }
  StepOutput build(const StepContext& step) const override;

 private:
  Stack load_pass(ModelLoader& model, std::int64_t pass, bool is_high) const;

  ModelShape shape_;
  Embedding embedding_;
  Head head_;
  Tensor* low_start_ = nullptr;
  std::int64_t low_passes_ = 0;
  std::int64_t per_stack_ = 0;
  std::vector<Stack> passes_;
};

Attention load_attention(LayerLoader& load, const Rotary& rotary, const std::string& slot) {
  Attention a = load.attention({.rotary = rotary, .output_bias = false});
  a.gate = load.linear("attn_gate", load.h.embedding, load.h.heads * load.h.head_v, ScaleUse::none);
  // Passes share matrices but not their scales.
  const auto find = [&](const char* name) {
    return load.model.weights.find(slot + name + ".scale", {1, 1, 1, 1});
  };
  a.query.scale = find("attn_q");
  a.key.scale = find("attn_k");
  a.value.scale = find("attn_v");
  a.output.scale = find("attn_output");
  return a;
}

Stack HrmText::load_pass(ModelLoader& model, std::int64_t pass, bool is_high) const {
  const Norm norm = bare_norm(model.norm);
  const Rotary rotary = model.rotary(RopeMode::neox);
  Stack stack{{}, norm};
  for (std::int64_t i = 0; i < per_stack_; ++i) {
    LayerLoader load(model, static_cast<std::size_t>(pass * per_stack_ + i));
    const std::string slot = load.prefix;
    load.prefix = layer_prefix(static_cast<std::size_t>(is_high ? per_stack_ + i : i));
    DecoderLayer layer;
    layer.attention_norm = layer.ffn_norm = norm;
    layer.mixer = make_block(load_attention(load, rotary, slot));
    layer.ffn = make_block(load.ffn({.scale_use = ScaleUse::none}));
    stack.layers.push_back(layer);
  }
  return stack;
}

HrmText::HrmText(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  per_stack_ = model.metadata.positive("hrm.layers_per_stack");
  low_passes_ = model.metadata.positive("hrm.l_cycles");
  const std::int64_t turns = model.metadata.positive("hrm.h_cycles");
  const std::int64_t slots = per_stack_ * turns * (low_passes_ + 1);
  if (slots != model.h.layers)
    model.metadata.fail("block_count", std::to_string(slots), std::to_string(model.h.layers));
  embedding_ = load_embedding(model.weights, model.h);
  embedding_.scale = scale_or_one(model.metadata, "embedding_scale");
  head_ = load_bare_head(model.weights, model.h, embedding_);
  low_start_ = model.weights.require("hrm.z_l_init", {model.h.embedding, 1, 1, 1});
  for (std::int64_t pass = 0; pass < turns * (low_passes_ + 1); ++pass)
    passes_.push_back(load_pass(model, pass, pass % (low_passes_ + 1) == low_passes_));
  shape_ = model.shape;
  shape_.vocab = embedding_.tokens->shape[1];
}

StepOutput HrmText::build(const StepContext& step) const {
  Graph& graph = step.graph;
  Tensor* high = tern::apply(step, embedding_);
  Tensor* low = low_start_;
  for (std::size_t i = 0; i < passes_.size(); ++i) {
    const bool is_high = static_cast<std::int64_t>(i) % (low_passes_ + 1) == low_passes_;
    (is_high ? high : low) = apply(step, passes_[i], add(graph, high, low));
  }
  return finish(step, head_, select_outputs(step, true, high));
}

std::unique_ptr<Architecture> load(const ModelSource& source) {
  return std::make_unique<HrmText>(source);
}

}  // namespace model_hrm_text

void register_model_hrm_text(ModelTable& table) {
  table.add("hrm_text", model_hrm_text::load, {.values = {{"block_count", 6}}});
}

}  // namespace tern

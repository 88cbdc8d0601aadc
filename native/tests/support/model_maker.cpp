#include "tests/support/model_maker.h"

#include <cmath>

#include "core/text.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace support_model_maker {

constexpr std::uint64_t width = 32;
constexpr std::uint64_t ffn = 64;
constexpr std::uint64_t vocab = static_cast<std::uint64_t>(tiny_vocab);

class Maker {
 public:
  explicit Maker(const ModelRecipe& recipe) : recipe_(recipe) {}

  std::string make() {
    keys();
    matrix("token_embd.weight", width, vocab);
    if (is_gpt2()) matrix("position_embd.weight", width, static_cast<std::uint64_t>(tiny_context));
    norm("output_norm");
    matrix("output.weight", width, vocab);
    if (recipe_.classifier) {
      linear("cls", width, width, true);
      matrix("cls.output.weight", width, 3);
    }
    for (int layer = recipe_.trunk ? 0 : 2; layer < 2 + recipe_.drafts; ++layer) {
      add_layer(concat("blk.", layer, "."));
      if (layer >= 2) add_draft_head(concat("blk.", layer, ".nextn."));
    }
    return writer_.bytes();
  }

 private:
  bool is_hy() const { return recipe_.architecture == "hy_v3"; }
  bool is_gpt2() const { return recipe_.architecture == "gpt2"; }
  bool wanted(const std::string& name) const { return name != recipe_.without; }

  void number(const std::string& key, std::uint32_t value) {
    const std::string name = recipe_.architecture + "." + key;
    if (wanted(name)) writer_.uint32(name, value);
  }

  void keys() {
    writer_.text("general.architecture", recipe_.architecture);
    number("context_length", static_cast<std::uint32_t>(tiny_context));
    number("embedding_length", width);
    number("block_count", static_cast<std::uint32_t>(2 + recipe_.drafts));
    if (recipe_.drafts > 0)
      number("nextn_predict_layers", static_cast<std::uint32_t>(recipe_.drafts));
    number("feed_forward_length", ffn);
    number("attention.head_count", 4);
    number("attention.head_count_kv", recipe_.grouped_heads ? 2 : 4);
    const std::string epsilon = is_gpt2() ? "layer_norm_epsilon" : "layer_norm_rms_epsilon";
    writer_.float32(recipe_.architecture + ".attention." + epsilon, 1e-5f);
  }

  void matrix(const std::string& name, std::uint64_t inputs, std::uint64_t outputs) {
    std::vector<float> values = random_floats(inputs * outputs, ++seed_);
    for (float& value : values) value *= 1.5f / std::sqrt(static_cast<float>(inputs));
    if (wanted(name)) writer_.floats(name, {inputs, outputs}, values);
  }

  void vector(const std::string& name, std::uint64_t size, float center) {
    std::vector<float> values = random_floats(size, ++seed_);
    for (float& value : values) value = center + 0.1f * value;
    if (wanted(name)) writer_.floats(name, {size}, values);
  }

  void norm(const std::string& name) {
    vector(name + ".weight", width, 1.0f);
    if (is_gpt2()) vector(name + ".bias", width, 0.0f);
  }

  void linear(const std::string& name, std::uint64_t inputs, std::uint64_t outputs, bool bias) {
    matrix(name + ".weight", inputs, outputs);
    if (bias) vector(name + ".bias", outputs, 0.0f);
  }

  void add_layer(const std::string& prefix) {
    const bool has_bias = recipe_.architecture != "llama" && !is_hy();
    const std::uint64_t kv = recipe_.grouped_heads ? width / 2 : width;
    norm(prefix + "attn_norm");
    if (is_gpt2()) {
      linear(prefix + "attn_qkv", width, width + 2 * kv, true);
    } else {
      linear(prefix + "attn_q", width, width, has_bias);
      linear(prefix + "attn_k", width, kv, has_bias);
      linear(prefix + "attn_v", width, kv, has_bias);
      linear(prefix + "ffn_gate", width, ffn, false);
    }
    for (const char* name : {"attn_q_norm.weight", "attn_k_norm.weight"})
      if (is_hy()) vector(prefix + name, width / 4, 1.0f);
    linear(prefix + "attn_output", width, width, is_gpt2());
    norm(prefix + "ffn_norm");
    linear(prefix + "ffn_up", width, ffn, is_gpt2());
    linear(prefix + "ffn_down", ffn, width, is_gpt2());
  }

  void add_draft_head(const std::string& prefix) {
    norm(prefix + "enorm");
    norm(prefix + "hnorm");
    linear(prefix + "eh_proj", 2 * width, width, false);
    norm(prefix + "shared_head_norm");
  }

  ModelRecipe recipe_;
  GgufWriter writer_;
  unsigned seed_ = 0;
};

}  // namespace support_model_maker

std::string tiny_model_bytes(const ModelRecipe& recipe) {
  return support_model_maker::Maker(recipe).make();
}

std::shared_ptr<const Model> tiny_model(const ModelRecipe& recipe) {
  return Model::load(parse_gguf(tiny_model_bytes(recipe)));
}

}  // namespace tern

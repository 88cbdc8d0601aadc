#include "models/base/draft.h"

#include <map>

#include "tern/error.h"
#include "tests/support/check.h"

namespace tern {
namespace models_draft_test {

/// Gives whole numbers for keys of a map, and every tensor.
class Recorder : public ModelDraft {
 public:
  std::map<std::string, GgufValue, std::less<>> keys{
      {"llama.context_length", std::uint32_t{16}},
      {"llama.embedding_length", std::uint32_t{8}},
      {"llama.block_count", std::uint32_t{2}},
      {"llama.feed_forward_length", std::uint32_t{12}},
      {"llama.attention.head_count", std::uint32_t{2}},
      {"llama.attention.layer_norm_rms_epsilon", 1e-5f}};
  std::map<std::string, GgufTensor> required;
  std::map<std::string, GgufTensor> optional;
  std::int64_t vocab = 24;

  const GgufValue* key(std::string_view name) override {
    const auto it = keys.find(name);
    return it == keys.end() ? nullptr : &it->second;
  }

  const GgufTensor* tensor(const std::string& name, const Shape& shape, bool is_required) override {
    auto& made = is_required ? required : optional;
    made[name] = {.name = name, .shape = shape, .type = Type::f32};
    return is_required ? &made[name] : nullptr;
  }

  bool has(std::string_view) override { return false; }

  std::int64_t rows(std::string_view) override { return vocab; }
};

void hears_what_a_model_is_made_of() {
  Recorder recorder;
  fill_draft("llama", recorder);
  CHECK(recorder.required.at("token_embd.weight").shape == (Shape{8, 24, 1, 1}));
  CHECK(recorder.required.at("blk.1.ffn_down.weight").shape == (Shape{12, 8, 1, 1}));
  CHECK(!recorder.required.contains("blk.2.ffn_down.weight"));
  CHECK(recorder.optional.contains("output.weight"));
}

void says_what_the_draft_lacks() {
  Recorder recorder;
  recorder.keys.erase("llama.block_count");
  CHECK_THROWS(ModelError, "draft of llama: 'llama.block_count': expected a whole number",
               fill_draft("llama", recorder));
  recorder.vocab = 0;
  recorder.keys["llama.block_count"] = std::uint32_t{1};
  CHECK_THROWS(ModelError, "no such tensor", fill_draft("llama", recorder));
  CHECK_THROWS(ModelError, "expected a known architecture, got 'none'",
               fill_draft("none", recorder));
}

/// The op would refuse them, too, but not say where they come from.
void names_the_key_of_too_many_iterations() {
  Recorder recorder;
  const auto set = [&](const std::string& key, GgufValue value) {
    recorder.keys["deepseek4." + key] = std::move(value);
  };
  for (const char* key :
       {"context_length", "embedding_length", "feed_forward_length", "attention.q_lora_rank",
        "attention.output_lora_rank", "attention.sliding_window", "attention.indexer.head_count",
        "attention.indexer.key_length", "attention.indexer.top_k", "hyper_connection.count",
        "expert_count", "expert_used_count"})
    set(key, std::uint32_t{8});
  for (const char* key : {"block_count", "attention.head_count", "attention.head_count_kv",
                          "attention.output_group_count"})
    set(key, std::uint32_t{1});
  for (const char* key : {"attention.layer_norm_rms_epsilon", "hyper_connection.epsilon",
                          "attention.compress_rope_freq_base"})
    set(key, 1e-5f);
  set("attention.compress_ratios", std::uint32_t{4});
  set("hyper_connection.sinkhorn_iterations", std::uint32_t{1001});
  CHECK_THROWS(ModelError,
               "'deepseek4.hyper_connection.sinkhorn_iterations': expected 1 to 1000, got 1001",
               fill_draft("deepseek4", recorder));
}

}  // namespace models_draft_test

void test_models_draft(TestTable& tests) {
  using namespace models_draft_test;
  tests.add("models_draft", "hears what a model is made of", hears_what_a_model_is_made_of);
  tests.add("models_draft", "says what the draft lacks", says_what_the_draft_lacks);
  tests.add("models_draft", "names the key of too many iterations",
            names_the_key_of_too_many_iterations);
}

}  // namespace tern

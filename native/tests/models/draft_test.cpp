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

}  // namespace models_draft_test

void test_models_draft(TestTable& tests) {
  using namespace models_draft_test;
  tests.add("models_draft", "hears what a model is made of", hears_what_a_model_is_made_of);
  tests.add("models_draft", "says what the draft lacks", says_what_the_draft_lacks);
}

}  // namespace tern

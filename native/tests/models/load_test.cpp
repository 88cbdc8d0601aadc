#include "models/base/architecture.h"
#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/model_maker.h"

namespace tern {
namespace models_load_test {

void loads_every_architecture() {
  for (const std::string name : {"gpt2", "llama", "qwen2"}) {
    const auto model = tiny_model({.architecture = name});
    CHECK_EQUAL(model->architecture_name(), name);
    CHECK_EQUAL(model->vocab_size(), tiny_vocab);
    CHECK_EQUAL(model->context_length(), tiny_context);
    CHECK_EQUAL(model->architecture().shape().layers, 2);
    CHECK(model->weight_bytes() > 10000);
  }
}

void names_missing_keys() {
  for (const char* key : {"context_length", "embedding_length", "block_count",
                          "feed_forward_length", "attention.head_count"}) {
    const std::string name = std::string("llama.") + key;
    CHECK_THROWS(ModelError, "'" + name + "': expected a whole number, got no such key",
                 tiny_model({.without = name}));
  }
}

void names_missing_tensors() {
  for (const char* name : {"token_embd.weight", "output_norm.weight", "blk.1.attn_q.weight",
                           "blk.0.ffn_down.weight"}) {
    CHECK_THROWS(ModelError, std::string("tensor '") + name + "': expected",
                 tiny_model({.without = name}));
  }
  CHECK_THROWS(ModelError, "tensor 'blk.1.attn_k.weight': expected shape [32, 32], got no such",
               tiny_model({.architecture = "qwen2", .without = "blk.1.attn_k.weight"}));
  CHECK_THROWS(ModelError, "tensor 'position_embd.weight'",
               tiny_model({.architecture = "gpt2", .without = "position_embd.weight"}));
}

std::string only_keys(const std::function<void(GgufWriter&)>& add) {
  GgufWriter writer;
  writer.text("general.architecture", "llama");
  add(writer);
  return writer.bytes();
}

void names_wrong_values() {
  const auto load = [](const std::string& bytes) { Model::load(parse_gguf(bytes)); };
  CHECK_THROWS(ModelError, "'llama.context_length': expected a whole number, got STRING many",
               load(only_keys([](GgufWriter& w) { w.text("llama.context_length", "many"); })));
  CHECK_THROWS(ModelError, "'llama.context_length': expected 1 to 2147483647, got UINT32 0",
               load(only_keys([](GgufWriter& w) { w.uint32("llama.context_length", 0); })));
}

void names_unknown_architectures() {
  GgufWriter writer;
  writer.text("general.architecture", "unheard-of");
  CHECK_THROWS(ModelError, "got 'unheard-of'", Model::load(parse_gguf(writer.bytes())));
  CHECK_THROWS(ModelError, "'general.architecture': expected a STRING, got no such key",
               Model::load(parse_gguf(GgufWriter().bytes())));
}

void shares_the_embedding_without_an_output() {
  const auto tied = tiny_model({.without = "output.weight"});
  CHECK_EQUAL(tiny_model()->weight_bytes() - tied->weight_bytes(), std::size_t{32 * 48 * 4});
}

}  // namespace models_load_test

void test_models_load(TestTable& tests) {
  using namespace models_load_test;
  tests.add("models_load", "loads every architecture", loads_every_architecture);
  tests.add("models_load", "names missing keys", names_missing_keys);
  tests.add("models_load", "names missing tensors", names_missing_tensors);
  tests.add("models_load", "names wrong values", names_wrong_values);
  tests.add("models_load", "names unknown architectures", names_unknown_architectures);
  tests.add("models_load", "shares the embedding without an output",
            shares_the_embedding_without_an_output);
}

}  // namespace tern

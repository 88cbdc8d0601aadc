#include <cmath>
#include <map>
#include <set>

#include "core/fusion.h"
#include "models/base/draft.h"
#include "tern/session.h"
#include "tests/support/check.h"
#include "tests/support/gguf_writer.h"
#include "tests/support/graph_runner.h"
#include "tests/support/model_steps.h"

namespace tern {
namespace models_recurrent_test {

using Tokens = std::vector<std::int32_t>;
const Tokens prompt{3, 14, 15, 9, 26, 5, 30, 8, 9, 7};
const Tokens other{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
constexpr std::size_t vocab = 32;

/// A model with one delta net, one layer of attention, and random weights.
class Maker : public ModelDraft {
 public:
  std::shared_ptr<const Model> make() {
    writer_.text("general.architecture", "qwen35");
    fill_draft("qwen35", *this);
    for (const auto& [name, tensor] : tensors_) write(tensor);
    return Model::load(parse_gguf(writer_.bytes()));
  }

  const GgufValue* key(std::string_view name) override {
    const auto it = keys_.find(name.substr(sizeof("qwen35")));
    if (it == keys_.end()) return nullptr;
    if (written_.insert(it->first).second) {
      if (const auto* number = std::get_if<std::uint32_t>(&it->second))
        writer_.uint32(std::string(name), *number);
      else
        writer_.float32(std::string(name), std::get<float>(it->second));
    }
    return &it->second;
  }

  const GgufTensor* tensor(const std::string& name, const Shape& shape, bool required) override {
    if (!required) return nullptr;
    tensors_[name] = {.name = name, .shape = shape, .type = Type::f32};
    return &tensors_[name];
  }

  bool has(std::string_view) override { return false; }
  std::int64_t rows(std::string_view) override { return static_cast<std::int64_t>(vocab); }

 private:
  static GgufValue number(std::uint32_t value) { return value; }

  void write(const GgufTensor& tensor) {
    const auto count = static_cast<std::size_t>(tensor.shape[0] * tensor.shape[1]);
    const bool is_row = tensor.shape[1] == 1;
    std::vector<float> values = random_floats(count, ++seed_);
    const float scale = is_row ? 0.1f : 1.5f / std::sqrt(static_cast<float>(tensor.shape[0]));
    for (float& value : values) value = (is_row ? 1.0f : 0.0f) + scale * value;
    if (tensor.name.ends_with("ssm_a"))
      for (float& value : values) value = -value;
    std::vector<std::uint64_t> dims{static_cast<std::uint64_t>(tensor.shape[0])};
    if (!is_row) dims.push_back(static_cast<std::uint64_t>(tensor.shape[1]));
    writer_.floats(tensor.name, dims, values);
  }

  GgufWriter writer_;
  std::map<std::string, GgufValue, std::less<>> keys_{{"context_length", number(64)},
                                                      {"embedding_length", number(32)},
                                                      {"block_count", number(2)},
                                                      {"feed_forward_length", number(48)},
                                                      {"attention.head_count", number(2)},
                                                      {"attention.layer_norm_rms_epsilon", 1e-5f},
                                                      {"full_attention_interval", number(2)},
                                                      {"rope.dimension_sections", number(4)},
                                                      {"ssm.conv_kernel", number(4)},
                                                      {"ssm.inner_size", number(32)},
                                                      {"ssm.state_size", number(8)},
                                                      {"ssm.time_step_rank", number(4)},
                                                      {"ssm.group_count", number(2)}};
  std::set<std::string> written_;
  std::map<std::string, GgufTensor> tensors_;
  unsigned seed_ = 0;
};

std::vector<float> run(Session& session, const Batch& batch) {
  const auto logits = session.decode(batch);
  return {logits.begin(), logits.end()};
}

std::vector<float> alone(const std::shared_ptr<const Model>& model, const Tokens& tokens) {
  Session session(model);
  return run(session, make_batch(tokens, 0, WantLogits::all));
}

void goes_on_where_it_stopped() {
  const auto model = Maker().make();
  const std::vector<float> expected = alone(model, prompt);
  for (const std::int64_t size : {1, 2, 3, 9}) {
    Session session(model, {.batch_size = size});
    CHECK_ALL_NEAR(run(session, make_batch(prompt, 0, WantLogits::all)), expected, 1e-4);
  }
  CHECK(std::fabs(alone(model, {14, 15, 9}).back() - alone(model, {15, 14, 9}).back()) > 1e-3);
}

/// Tokens of two sequences in turn, from position `first` on.
Batch in_turn(std::int32_t a, const Tokens& tokens_a, std::int32_t b, const Tokens& tokens_b,
              std::size_t first) {
  Batch batch;
  for (std::size_t i = first; i < tokens_a.size(); ++i) {
    batch.push_back({tokens_a[i], static_cast<std::int32_t>(i), a, true});
    batch.push_back({tokens_b[i], static_cast<std::int32_t>(i), b, true});
  }
  return batch;
}

/// The states of sequences 0 and 1 lie side by side, those of 0 and 2 do not.
void keeps_sequences_apart() {
  const auto model = Maker().make();
  const std::vector<float> ours = alone(model, prompt);
  const std::vector<float> theirs = alone(model, other);
  for (const std::int32_t second : {1, 2}) {
    Session session(model, {.sequences = 3});
    for (const std::int32_t sequence : {0, 1, 2}) {
      const Tokens& tokens = sequence == 0 ? prompt : other;
      run(session, make_batch(std::span(tokens).first(6), 0, WantLogits::none, sequence));
    }
    const auto mixed = run(session, in_turn(0, prompt, second, other, 6));
    for (std::size_t i = 0; i < mixed.size(); ++i) {
      const std::size_t row = i / vocab;
      const std::size_t at = (6 + row / 2) * vocab + i % vocab;
      CHECK(std::fabs(mixed[i] - (row % 2 == 0 ? ours : theirs)[at]) < 1e-4);
    }
  }
}

/// What a delta net leaves goes into the cache as it is, where rows lie side by side.
void lets_the_cache_take_states() {
  const auto model = Maker().make();
  ModelSteps steps(*model, {.cells = 16});
  steps.memory.place(make_batch(prompt, 0, WantLogits::all));
  const auto tokens = static_cast<std::int64_t>(prompt.size());
  const auto step = steps.build({tokens, tokens});
  int fused = 0;
  for (const FusedStep& one : fuse(step->graph, all_fusions(), FusionCheck::structural))
    fused += one.pattern != nullptr && one.pattern->family == "delta_net_cache" ? 1 : 0;
  CHECK_EQUAL(fused, 1);
}

}  // namespace models_recurrent_test

void test_models_recurrent(TestTable& tests) {
  using namespace models_recurrent_test;
  tests.add("models_recurrent", "goes on where it stopped", goes_on_where_it_stopped);
  tests.add("models_recurrent", "keeps sequences apart", keeps_sequences_apart);
  tests.add("models_recurrent", "lets the cache take states", lets_the_cache_take_states);
}

}  // namespace tern

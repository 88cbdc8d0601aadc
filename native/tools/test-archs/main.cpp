#include <algorithm>

#include "core/backend.h"
#include "core/text.h"
#include "models/base/architecture.h"
#include "tern/tern.h"
#include "tools/common/arguments.h"
#include "tools/common/checks.h"
#include "tools/common/dummy_set.h"
#include "tools/common/logits.h"
#include "tools/common/npy.h"

namespace tern::tools {
namespace tool_test_archs {

using ModelPtr = std::shared_ptr<const Model>;

constexpr double device_limit = 1e-4;
constexpr double decode_limit = 1e-8;
constexpr std::int64_t token_count = 24;

SessionOptions options_of(const std::string& backend, int threads = 1) {
  SessionOptions options;
  options.context = 64;
  options.sequences = 1;  // so that sliding windows are as small as they can be
  options.threads = threads;
  options.backend = backend;
  return options;
}

std::vector<float> prefill(const ModelPtr& model, const SessionOptions& options) {
  Session session(model, options);
  const auto tokens = test_tokens(token_count, model->vocab_size());
  return decode(session, make_batch(tokens, 0, WantLogits::all));
}

constexpr std::int32_t most_sequences = 4;
/// The last position of a run of any length that a model has.
constexpr std::int32_t run_end = 127;

/// Batches that fill the context, of one to four sequences: equally long ones from position 0, or
/// where it is allowed of all but one with a single token, each of which ends runs.
std::vector<Batch> full_batches(const Model& model) {
  const auto tokens = test_tokens(token_count, model.vocab_size());
  const bool anywhere = model.architecture().shape().memory.states().empty() &&
                        model.architecture().shape().max_position == 0;
  std::vector<Batch> batches;
  for (const std::int32_t count : {1, 2, 3, 4}) {
    for (const std::int32_t start : {0, anywhere ? run_end : 0}) {
      Batch& batch = batches.emplace_back();
      for (std::int32_t sequence = 0; sequence < count; ++sequence) {
        const auto rest = std::span(tokens).subspan(batch.size());
        const auto each = start == 0             ? tokens.size() / static_cast<std::size_t>(count)
                          : sequence + 1 < count ? 1
                                                 : rest.size();
        const Batch more = make_batch(rest.first(each), start, WantLogits::all, sequence);
        batch.insert(batch.end(), more.begin(), more.end());
      }
    }
  }
  return batches;
}

/// What was reserved is what the largest of them uses; none uses more.
std::string differs_from_reserve(const ModelPtr& model, bool flash_attention) {
  SessionOptions options = options_of("cpu");
  options.context = options.batch_size = token_count;
  options.sequences = most_sequences;
  options.flash_attention = flash_attention;
  std::size_t most = 0;
  std::size_t reserved = 0;
  for (const Batch& batch : full_batches(*model)) {
    Session session(model, options);
    decode(session, batch);
    most = std::max(most, session.memory().compute_peak);
    reserved = session.memory().compute_reserved;
  }
  if (most == reserved) return "";
  return concat("used ", most, " bytes, reserved were ", reserved);
}

std::vector<float> one_by_one(const ModelPtr& model) {
  Session session(model, options_of("cpu"));
  std::vector<float> all;
  std::int32_t position = 0;
  for (const std::int32_t token : test_tokens(token_count, model->vocab_size())) {
    const auto logits = decode(session, {{token, position++, 0, true}});
    all.insert(all.end(), logits.begin(), logits.end());
  }
  return all;
}

ModelPtr load_bytes(const std::string& bytes, const std::string& label) {
  return Model::load(Gguf::parse(std::as_bytes(std::span(bytes)), label));
}

/// Writes the model of a file anew from what was read of it.
std::string saved_again(const Gguf& file) {
  GgufContent content{file.metadata(), file.tensors(), {}};
  for (const GgufTensor& tensor : file.tensors()) {
    const auto data = file.data(tensor);
    content.data.emplace_back(data.begin(), data.end());
  }
  return gguf_bytes(content);
}

void check_backends(Checks& checks, const std::string& name, const ModelPtr& model,
                    const std::vector<float>& reference, const std::string& wanted) {
  for (const std::string& backend : backend_table().names()) {
    if (backend == "cpu" || (!wanted.empty() && backend != wanted)) continue;
    try {
      backend_table().make(backend, {});
    } catch (const RequestError& error) {
      checks.skip(concat(name, " on ", backend), error.what());
      continue;
    }
    checks.run(concat(name, " on ", backend), [&] {
      return above(nmse(prefill(model, options_of(backend)), reference), device_limit);
    });
  }
}

void check_model(Checks& checks, const std::string& name, const GgufContent& content,
                 const std::string& backend) {
  const ModelPtr model = load_bytes(gguf_bytes(content), name);
  const std::vector<float> reference = prefill(model, options_of("cpu"));
  checks.run(name + " with two threads", [&] {
    return prefill(model, options_of("cpu", 2)) == reference ? "" : "the logits differ";
  });
  checks.run(name + " token by token", [&]() -> std::string {
    if (!model->architecture().shape().causal) return "";  // sees what comes later
    return above(nmse(one_by_one(model), reference), decode_limit);
  });
  for (const bool flash : {false, true}) {
    checks.run(concat(name, " uses what is reserved", flash ? ", flash attention" : ""),
               [&] { return differs_from_reserve(model, flash); });
  }
  checks.run(name + " saved and loaded", [&] {
    const auto again = load_bytes(saved_again(model->file()), name);
    return prefill(again, options_of("cpu")) == reference ? "" : "the logits differ";
  });
  check_backends(checks, name, model, reference, backend);
}

void check_architecture(Checks& checks, const std::string& architecture,
                        const std::string& backend) {
  const DummySet set = make_dummies(architecture);
  if (set.made.empty()) {
    checks.run(architecture, [&] { return concat("no model: ", set.refused.front()); });
  }
  for (const DummySet::Made& made : set.made) {
    const std::string name = dummy_name(architecture, made.kind);
    try {
      check_model(checks, name, made.content, backend);
    } catch (const Error& error) {
      checks.run(name, [&] { return std::string(error.what()); });
    }
  }
}

void run(const Arguments& arguments) {
  Checks checks;
  const std::string wanted = arguments.model();
  for (const std::string& architecture : Model::known_architectures()) {
    if (wanted == "all" || architecture == wanted)
      check_architecture(checks, architecture, arguments.text("--backend", ""));
  }
  checks.finish();
}

}  // namespace tool_test_archs
}  // namespace tern::tools

int main(int argc, char** argv) {
  using namespace tern::tools;
  return run_program(argc, argv, "tern-test-archs",
                     "Computes small models of every architecture: with threads, token by token, "
                     "saved and loaded, and on each backend, compared with the CPU.",
                     {{"--backend", "NAME", "of the backends only this one"}}, tool_test_archs::run,
                     "all|ARCHITECTURE");
}

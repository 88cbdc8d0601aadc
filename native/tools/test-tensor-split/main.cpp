#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "core/text.h"
#include "tern/tern.h"
#include "tools/common/arguments.h"
#include "tools/common/checks.h"
#include "tools/common/dummy_set.h"
#include "tools/common/logits.h"

namespace tern::tools {
namespace tool_test_tensor_split {

using ModelPtr = std::shared_ptr<const Model>;

/// Whole layers give what one device gives; sums of parts come in another order.
constexpr double layer_limit = 1e-8;
constexpr double tensor_limit = 1e-8;

constexpr std::int64_t prompt_length = 20;
constexpr std::int64_t answer_length = 4;

/// Logits of a prompt, and of tokens one by one behind it.
std::vector<float> logits_of(const ModelPtr& model, const SessionOptions& options) {
  Session session(model, options);
  const auto tokens = test_tokens(prompt_length + answer_length, model->vocab_size());
  const std::span all(tokens);
  auto logits = decode(session, make_batch(all.first(prompt_length), 0, WantLogits::all));
  for (std::int32_t i = prompt_length; i < prompt_length + answer_length; ++i) {
    const auto more = decode(session, {{tokens[static_cast<std::size_t>(i)], i, 0, true}});
    logits.insert(logits.end(), more.begin(), more.end());
  }
  return logits;
}

SessionOptions options_of(const std::string& device, std::size_t count) {
  SessionOptions options;
  options.context = 64;
  options.devices.assign(count, device);
  return options;
}

void check_model(Checks& checks, const std::string& name, const ModelPtr& model,
                 const std::string& device) {
  const std::vector<float> one = logits_of(model, options_of(device, 1));
  for (const std::size_t count : {2u, 3u, 4u}) {
    SessionOptions options = options_of(device, count);
    checks.run(concat(name, " by layer on ", count, " x ", device),
               [&] { return above(nmse(logits_of(model, options), one), layer_limit); });
    options.split = DeviceSplit::tensor;
    checks.run(concat(name, " by tensor on ", count, " x ", device),
               [&] { return above(nmse(logits_of(model, options), one), tensor_limit); });
  }
}

void check_architecture(Checks& checks, const std::string& architecture,
                        const std::string& device) {
  for (const DummySet::Made& made : make_dummies(architecture).made) {
    const std::string name = dummy_name(architecture, made.kind);
    try {
      const std::string bytes = gguf_bytes(made.content);
      check_model(checks, name, Model::load(Gguf::parse(std::as_bytes(std::span(bytes)), name)),
                  device);
    } catch (const Error& error) {
      checks.run(name, [&] { return std::string(error.what()); });
    }
  }
}

void run(const Arguments& arguments) {
  Checks checks;
  const std::string wanted = arguments.model();
  const std::string device = arguments.text("--device", "cpu");
  if (std::filesystem::is_regular_file(wanted)) {
    check_model(checks, std::filesystem::path(wanted).stem().string(), Model::load(wanted), device);
  } else {
    for (const std::string& architecture : Model::known_architectures()) {
      if (wanted == "all" || architecture == wanted)
        check_architecture(checks, architecture, device);
    }
  }
  checks.finish();
}

}  // namespace tool_test_tensor_split
}  // namespace tern::tools

int main(int argc, char** argv) {
  using namespace tern::tools;
  return run_program(argc, argv, "tern-test-tensor-split",
                     "Computes models on one to four devices and compares the logits.",
                     {{"--device", "NAME", "opened several times (default cpu)"}},
                     tool_test_tensor_split::run, "all|ARCHITECTURE|MODEL.gguf");
}

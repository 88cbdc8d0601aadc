#include "tern/tern.h"
#include "tools/common/npy.h"
#include "tools/common/session_options.h"

namespace tern::tools {
namespace tool_logits {

std::vector<float> prefill(Session& session, std::span<const std::int32_t> tokens) {
  const auto logits = session.decode(make_batch(tokens, 0, WantLogits::all));
  return {logits.begin(), logits.end()};
}

std::vector<float> decode(Session& session, std::span<const std::int32_t> tokens) {
  std::vector<float> all;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto logits = session.decode(
        make_batch(tokens.subspan(i, 1), static_cast<std::int32_t>(i), WantLogits::all));
    all.insert(all.end(), logits.begin(), logits.end());
  }
  return all;
}

/// All tokens but the first, each with the state of the one before it.
std::vector<float> draft(const std::shared_ptr<const Model>& model, SessionOptions options,
                         std::span<const std::int32_t> tokens, std::size_t head) {
  Session trunk(model, options);
  const auto first = tokens.first(tokens.size() - 1);
  const DraftRows rows = trunk.decode_with_states(make_batch(first, 0, WantLogits::all));
  options.held = HeldLayers::drafts;
  Session heads(model, options);
  const auto logits =
      heads.draft(make_batch(tokens.subspan(1), 1, WantLogits::all), rows.states, head).logits;
  return {logits.begin(), logits.end()};
}

void run(const Arguments& arguments) {
  const std::vector<std::int32_t> tokens = arguments.tokens("--tokens");
  if (tokens.empty()) throw UsageError("expected --tokens ID,ID,…");
  const std::string out = arguments.text("--out", "");
  if (out.empty()) throw UsageError("expected --out FILE");
  const std::string mode = arguments.text("--mode", "prefill");
  if (mode != "prefill" && mode != "decode" && mode != "draft") {
    throw UsageError("--mode: expected prefill, decode or draft, got '" + mode + "'");
  }
  const auto model = Model::load(arguments.model());
  const SessionOptions options = read_session_options(arguments);
  std::vector<float> logits;
  if (mode == "draft") {
    if (tokens.size() < 2) throw UsageError("--mode draft: expected two tokens at least");
    const auto head = static_cast<std::size_t>(arguments.number("--head", 0));
    logits = draft(model, options, tokens, head);
  } else {
    Session session(model, options);
    logits = mode == "prefill" ? prefill(session, tokens) : decode(session, tokens);
  }
  const auto width = static_cast<std::size_t>(model->vocab_size());
  write_floats(out, logits, {logits.size() / width, width});
}

}  // namespace tool_logits
}  // namespace tern::tools

int main(int argc, char** argv) {
  using namespace tern::tools;
  const auto options = with_session_options({
      {"--tokens", "IDS", "token ids, separated by commas"},
      {"--mode", "MODE",
       "prefill: all tokens as one batch (default); decode: one at a time; draft: by a draft head, "
       "all but the first"},
      {"--head", "N", "which draft head (default 0)"},
      {"--out", "FILE", "where the logits go: float32, [tokens, vocabulary]; .npy or bytes"},
  });
  return run_program(argc, argv, "tern-logits", "Writes the logits of each token.", options,
                     tool_logits::run);
}

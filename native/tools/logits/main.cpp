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

void run(const Arguments& arguments) {
  const std::vector<std::int32_t> tokens = arguments.tokens("--tokens");
  if (tokens.empty()) throw UsageError("expected --tokens ID,ID,…");
  const std::string out = arguments.text("--out", "");
  if (out.empty()) throw UsageError("expected --out FILE");
  const std::string mode = arguments.text("--mode", "prefill");
  if (mode != "prefill" && mode != "decode") {
    throw UsageError("--mode: expected prefill or decode, got '" + mode + "'");
  }
  Session session(Model::load(arguments.model()), read_session_options(arguments));
  const std::vector<float> logits =
      mode == "prefill" ? prefill(session, tokens) : decode(session, tokens);
  write_floats(out, logits, {tokens.size(), logits.size() / tokens.size()});
}

}  // namespace tool_logits
}  // namespace tern::tools

int main(int argc, char** argv) {
  using namespace tern::tools;
  const auto options = with_session_options({
      {"--tokens", "IDS", "token ids, separated by commas"},
      {"--mode", "MODE", "prefill: all tokens as one batch (default); decode: one at a time"},
      {"--out", "FILE", "where the logits go: float32, [tokens, vocabulary]; .npy or bytes"},
  });
  return run_program(argc, argv, "tern-logits", "Writes the logits of each token.", options,
                     tool_logits::run);
}

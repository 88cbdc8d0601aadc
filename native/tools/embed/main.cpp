#include <cstdio>

#include "tern/tern.h"
#include "tools/common/npy.h"
#include "tools/common/session_options.h"

namespace tern::tools {
namespace tool_embed {

Pooling read_pooling(const Arguments& arguments) {
  const std::string text = arguments.text("--pooling", "mean");
  if (text == "none") return Pooling::none;
  if (text == "mean") return Pooling::mean;
  if (text == "first") return Pooling::first;
  if (text == "last") return Pooling::last;
  if (text == "rank") return Pooling::rank;
  throw UsageError("--pooling: expected none, mean, first, last or rank, got '" + text + "'");
}

std::vector<std::int32_t> read_tokens(const Arguments& arguments, const Model& model) {
  auto tokens = arguments.has("--tokens")
                    ? arguments.tokens("--tokens")
                    : Tokenizer::load(model.file())->encode(arguments.text("--text", ""));
  if (tokens.empty()) throw UsageError("expected --text TEXT or --tokens ID,ID,…");
  return tokens;
}

void print(std::span<const float> rows, std::size_t width) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    std::printf("%.9g%c", static_cast<double>(rows[i]), (i + 1) % width == 0 ? '\n' : ' ');
}

void run(const Arguments& arguments) {
  const Pooling pooling = read_pooling(arguments);
  SessionOptions options = read_session_options(arguments);
  if (arguments.has("--both-ways")) options.sight = Sight::all;
  const auto model = Model::load(arguments.model());
  Session session(model, options);
  const auto tokens = read_tokens(arguments, *model);
  const auto rows = session.embed(make_batch(tokens, 0, WantLogits::all), pooling);
  const std::size_t count = pooling == Pooling::none ? tokens.size() : 1;
  const std::string out = arguments.text("--out", "");
  if (out.empty()) {
    print(rows, rows.size() / count);
  } else {
    write_floats(out, rows, {count, rows.size() / count});
  }
}

}  // namespace tool_embed
}  // namespace tern::tools

int main(int argc, char** argv) {
  using namespace tern::tools;
  const auto options = with_session_options({
      {"--text", "TEXT", "what to embed"},
      {"--tokens", "IDS", "token ids, separated by commas, in its place"},
      {"--pooling", "HOW",
       "mean (default), first or last state, none: one of each token; rank: scores of a classifier"},
      {"--both-ways", "", "tokens see later ones too, whatever the model was trained with"},
      {"--out", "FILE", "where they go: float32, [rows, elements]; .npy or bytes (default: printed)"},
  });
  return run_program(argc, argv, "tern-embed", "Writes embeddings of a text.", options,
                     tool_embed::run);
}

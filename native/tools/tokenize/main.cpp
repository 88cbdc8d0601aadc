#include <cstdio>

#include "core/text.h"
#include "tern/tern.h"
#include "tools/common/arguments.h"

namespace tern::tools {
namespace tool_tokenize {

void run(const Arguments& arguments) {
  if (arguments.has("--text") == arguments.has("--tokens"))
    throw UsageError("expected either --text or --tokens");
  const auto tokenizer = Tokenizer::load(*Gguf::open(arguments.model()));
  if (arguments.has("--tokens")) {
    const std::string text = tokenizer->decode(arguments.tokens("--tokens"));
    std::fwrite(text.data(), 1, text.size(), stdout);
    return;
  }
  std::string list;
  for (const std::int32_t token : tokenizer->encode(arguments.text("--text", ""))) {
    list += concat(list.empty() ? "" : ",", token);
  }
  std::puts(list.c_str());
}

}  // namespace tool_tokenize
}  // namespace tern::tools

int main(int argc, char** argv) {
  using namespace tern::tools;
  const std::vector<Option> options{
      {"--text", "TEXT", "print the token ids of this text, separated by commas"},
      {"--tokens", "IDS", "print the text of these token ids"},
  };
  return run_program(argc, argv, "tern-tokenize", "Turns text into token ids and back.", options,
                     tool_tokenize::run);
}

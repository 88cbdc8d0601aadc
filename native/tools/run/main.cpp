#include <chrono>
#include <cstdio>
#include <memory>

#include "tern/tern.h"
#include "tools/common/session_options.h"

namespace tern::tools {
namespace tool_run {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void print_statistics(std::size_t tokens, double seconds, const MemoryUse& memory) {
  constexpr double mib = 1024.0 * 1024.0;
  std::fprintf(stderr, "%zu tokens in %.2f s (%.1f per second)\n", tokens, seconds,
               static_cast<double>(tokens) / seconds);
  std::fprintf(stderr,
               "memory: weights %.1f MiB and copies of %.1f MiB, cache %.1f MiB, compute %.1f MiB "
               "(reserved %.1f MiB)\n",
               static_cast<double>(memory.weights) / mib, static_cast<double>(memory.copies) / mib,
               static_cast<double>(memory.cache) / mib,
               static_cast<double>(memory.compute_peak) / mib,
               static_cast<double>(memory.compute_reserved) / mib);
}

/// Prints tokens as they come: as text if there is a tokenizer, else one id per line.
class Printer {
 public:
  explicit Printer(const Tokenizer* tokenizer) : tokenizer_(tokenizer) {}

  /// False if the text ends here or nobody reads it.
  bool print(std::int32_t token) const {
    if (tokenizer_ == nullptr) {
      std::printf("%d\n", token);
    } else if (tokenizer_->is_end(token)) {
      return false;
    } else {
      const std::string piece = tokenizer_->piece(token);
      std::fwrite(piece.data(), 1, piece.size(), stdout);
    }
    return std::fflush(stdout) == 0;
  }

  void finish() const {
    if (tokenizer_ != nullptr) std::putchar('\n');
  }

 private:
  const Tokenizer* tokenizer_;
};

void run(const Arguments& arguments) {
  if (arguments.has("--prompt") == arguments.has("--tokens"))
    throw UsageError("expected either --prompt or --tokens");
  const auto model = Model::load(arguments.model());
  std::vector<std::int32_t> prompt = arguments.tokens("--tokens");
  std::unique_ptr<const Tokenizer> tokenizer;
  if (arguments.has("--prompt")) {
    tokenizer = Tokenizer::load(model->file());
    prompt = tokenizer->encode(arguments.text("--prompt", ""));
  }
  Session session(model, read_session_options(arguments));
  GreedySampler sampler;
  const Printer printer(tokenizer.get());
  const auto start = Clock::now();
  const auto made = generate(session, sampler, prompt, arguments.number("--count", 16),
                             [&](std::int32_t token) { return printer.print(token); });
  printer.finish();
  if (arguments.has("--stats"))
    print_statistics(made.size(), seconds_since(start), session.memory());
}

}  // namespace tool_run
}  // namespace tern::tools

int main(int argc, char** argv) {
  using namespace tern::tools;
  const auto options = with_session_options({
      {"--prompt", "TEXT", "text to continue; needs a model with a vocabulary"},
      {"--tokens", "IDS", "token ids to continue, separated by commas; prints ids"},
      {"--count", "N", "tokens to generate (default 16)"},
      {"--stats", "", "print time and memory to stderr"},
  });
  return run_program(argc, argv, "tern-run", "Continues a prompt with the most likely tokens.",
                     options, tool_run::run);
}

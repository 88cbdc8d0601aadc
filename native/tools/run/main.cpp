#include <chrono>
#include <cstdio>

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
               "memory: weights %.1f MiB, cache %.1f MiB, compute %.1f MiB (reserved %.1f MiB)\n",
               static_cast<double>(memory.weights) / mib, static_cast<double>(memory.cache) / mib,
               static_cast<double>(memory.compute_peak) / mib,
               static_cast<double>(memory.compute_reserved) / mib);
}

void run(const Arguments& arguments) {
  const std::vector<std::int32_t> prompt = arguments.tokens("--tokens");
  if (prompt.empty()) throw UsageError("expected --tokens ID,ID,…");
  Session session(Model::load(arguments.model()), read_session_options(arguments));
  GreedySampler sampler;
  const auto start = Clock::now();
  const auto print = [](std::int32_t token) {
    std::printf("%d\n", token);
    return std::fflush(stdout) == 0;
  };
  const auto made = generate(session, sampler, prompt, arguments.number("--count", 16), print);
  if (arguments.has("--stats"))
    print_statistics(made.size(), seconds_since(start), session.memory());
}

}  // namespace tool_run
}  // namespace tern::tools

int main(int argc, char** argv) {
  using namespace tern::tools;
  const auto options = with_session_options({
      {"--tokens", "IDS", "the prompt: token ids, separated by commas"},
      {"--count", "N", "tokens to generate (default 16)"},
      {"--stats", "", "print time and memory to stderr"},
  });
  return run_program(argc, argv, "tern-run", "Continues a prompt with the most likely tokens.",
                     options, tool_run::run);
}

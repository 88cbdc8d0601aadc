#include <cstdio>
#include <fstream>

#include "core/text.h"
#include "tern/tern.h"
#include "tools/bench/limits.h"
#include "tools/bench/timing.h"
#include "tools/common/session_options.h"

namespace tern::tools {
namespace tool_bench {

struct Plan {
  std::int64_t prompt;
  std::int64_t generated;
  std::int64_t rounds;
};

Plan read_plan(const Arguments& arguments) {
  const Plan plan{arguments.number("--prompt", 512), arguments.number("--generate", 128),
                  arguments.number("--rounds", 5)};
  if (plan.prompt < 0 || plan.generated < 0 || plan.prompt + plan.generated == 0)
    throw UsageError("expected tokens to process or to generate");
  if (plan.rounds < 1) throw UsageError(concat("--rounds: expected 1 or more, got ", plan.rounds));
  return plan;
}

SessionOptions session_options(const Arguments& arguments, const Plan& plan) {
  SessionOptions options = read_session_options(arguments);
  if (!arguments.has("--context")) options.context = std::max(plan.prompt, plan.generated);
  return options;
}

/// Tokens per second of both tests, round by round in turn, so that both see the same machine.
std::vector<Series> measure(Session& session, const Plan& plan) {
  Series prompt{concat("pp", plan.prompt), plan.prompt, {}};
  Series generated{concat("tg", plan.generated), plan.generated, {}};
  process(session, std::min<std::int64_t>(plan.prompt, 32));
  generate(session, std::min<std::int64_t>(plan.generated, 2));
  for (std::int64_t round = 0; round < plan.rounds; ++round) {
    if (plan.prompt > 0) prompt.rounds.push_back(process(session, plan.prompt));
    if (plan.generated > 0) generated.rounds.push_back(generate(session, plan.generated));
  }
  std::vector<Series> both;
  if (plan.prompt > 0) both.push_back(prompt);
  if (plan.generated > 0) both.push_back(generated);
  return both;
}

void print(const std::vector<Series>& all) {
  std::printf("%-8s %12s %12s %12s %14s\n", "test", "tokens/s", "slowest", "fastest",
              "processor s");
  for (const Series& series : all) {
    std::printf("%-8s %12.2f %12.2f %12.2f %14.3f\n", series.name.c_str(), series.rate(0.5),
                series.rate(1.0), series.rate(0.0), series.processor());
  }
}

void write_json(const std::string& path, const std::string& limits, int threads,
                const std::vector<Series>& all) {
  std::ofstream file(path);
  file << "{\"version\": 1, \"threads\": " << threads << ", \"tests\": [";
  for (std::size_t i = 0; i < all.size(); ++i) file << (i == 0 ? "" : ", ") << all[i].json();
  file << "]" << limits << "}\n";
  file.close();
  if (!file) throw FileError(concat("[file] ", path, ": cannot write"));
}

void run(const Arguments& arguments) {
  const Plan plan = read_plan(arguments);
  const SessionOptions options = session_options(arguments, plan);
  Session session(Model::load(arguments.model()), options);
  const std::vector<Series> all = measure(session, plan);
  print(all);
  std::string limits;
  if (arguments.has("--limits")) {
    const Limits measured = measure_limits(options.threads);
    std::fputs(measured.text().c_str(), stdout);
    limits = ", \"limits\": " + measured.json();
  }
  if (arguments.has("--json"))
    write_json(arguments.text("--json", ""), limits, options.threads, all);
}

}  // namespace tool_bench
}  // namespace tern::tools

int main(int argc, char** argv) {
  using namespace tern::tools;
  const auto options = with_session_options({
      {"--prompt", "N", "tokens of a prompt, processed at once (default 512; 0: leave out)"},
      {"--generate", "N", "tokens generated one by one (default 128; 0: leave out)"},
      {"--rounds", "N", "times that each test runs; the median counts (default 5)"},
      {"--limits", "", "measure also what memory and processor can do at best"},
      {"--json", "FILE", "write the times of all rounds"},
  });
  return run_program(argc, argv, "tern-bench", "Measures how fast a model is.", options,
                     tool_bench::run);
}

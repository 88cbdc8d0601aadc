#include "tools/bench/timing.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <random>

#include "core/text.h"

namespace tern::tools {
namespace tool_timing {

class Watch {
 public:
  Duration read() const {
    const std::chrono::duration<double> passed = Clock::now() - start_;
    const auto ticks = static_cast<double>(std::clock() - processor_start_);
    return {passed.count(), ticks / CLOCKS_PER_SEC};
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
  std::clock_t processor_start_ = std::clock();
};

std::vector<double> column(const std::vector<Duration>& rounds, double Duration::* member) {
  std::vector<double> values;
  for (const Duration& round : rounds) values.push_back(round.*member);
  return values;
}

double quantile_of(std::vector<double> values, double quantile) {
  std::sort(values.begin(), values.end());
  const double place = quantile * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  const double part = place - static_cast<double>(below);
  return values[below] * (1.0 - part) + values[above] * part;
}

std::string list(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) text += concat(text.empty() ? "" : ", ", value);
  return concat("[", text, "]");
}

/// The same for every run; which tokens they are matters little, but equal ones would be kind to
/// the caches.
std::vector<std::int32_t> some_tokens(const Session& session, std::int64_t count) {
  std::mt19937 random(1);
  const auto vocab = static_cast<std::uint32_t>(session.model().vocab_size());
  std::vector<std::int32_t> tokens(static_cast<std::size_t>(count));
  for (std::int32_t& token : tokens) token = static_cast<std::int32_t>(random() % vocab);
  return tokens;
}

}  // namespace tool_timing

double Series::rate(double quantile) const {
  const auto seconds = tool_timing::column(rounds, &Duration::seconds);
  return static_cast<double>(tokens) / tool_timing::quantile_of(seconds, quantile);
}

double Series::processor() const {
  return tool_timing::quantile_of(tool_timing::column(rounds, &Duration::processor), 0.5);
}

std::string Series::json() const {
  using namespace tool_timing;
  return concat("{\"name\": \"", name, "\", \"tokens\": ", tokens,
                ", \"seconds\": ", list(column(rounds, &Duration::seconds)),
                ", \"processor\": ", list(column(rounds, &Duration::processor)),
                ", \"median_rate\": ", rate(0.5), "}");
}

Duration process(Session& session, std::int64_t tokens) {
  session.forget(0);
  const auto prompt = tool_timing::some_tokens(session, tokens);
  const tool_timing::Watch watch;
  if (tokens > 0) session.decode(make_batch(prompt, 0, WantLogits::last));
  return watch.read();
}

Duration generate(Session& session, std::int64_t tokens) {
  session.forget(0);
  const auto chosen = tool_timing::some_tokens(session, tokens);
  const tool_timing::Watch watch;
  for (std::int32_t position = 0; position < tokens; ++position) {
    const auto index = static_cast<std::size_t>(position);
    session.decode(make_batch(std::span(chosen).subspan(index, 1), position, WantLogits::last));
  }
  return watch.read();
}

}  // namespace tern::tools

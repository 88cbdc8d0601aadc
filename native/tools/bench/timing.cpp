#include "tools/bench/timing.h"

#include <algorithm>
#include <chrono>
#include <random>

#include "core/text.h"

namespace tern::tools {
namespace tool_timing {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
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
  std::vector<double> sorted = seconds;
  std::sort(sorted.begin(), sorted.end());
  const double place = quantile * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double part = place - static_cast<double>(below);
  return static_cast<double>(tokens) / (sorted[below] * (1.0 - part) + sorted[above] * part);
}

std::string Series::json() const {
  std::string times;
  for (const double time : seconds) times += concat(times.empty() ? "" : ", ", time);
  return concat("{\"name\": \"", name, "\", \"tokens\": ", tokens, ", \"seconds\": [", times,
                "], \"median_rate\": ", rate(0.5), "}");
}

double process(Session& session, std::int64_t tokens) {
  session.forget(0);
  const auto prompt = tool_timing::some_tokens(session, tokens);
  const auto start = tool_timing::Clock::now();
  if (tokens > 0) session.decode(make_batch(prompt, 0, WantLogits::last));
  return tool_timing::seconds_since(start);
}

double generate(Session& session, std::int64_t tokens) {
  session.forget(0);
  const auto chosen = tool_timing::some_tokens(session, tokens);
  const auto start = tool_timing::Clock::now();
  for (std::int32_t position = 0; position < tokens; ++position) {
    const auto index = static_cast<std::size_t>(position);
    session.decode(make_batch(std::span(chosen).subspan(index, 1), position, WantLogits::last));
  }
  return tool_timing::seconds_since(start);
}

}  // namespace tern::tools

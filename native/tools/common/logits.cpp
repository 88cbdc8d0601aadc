#include "tools/common/logits.h"

#include <limits>

#include "models/base/architecture.h"

namespace tern::tools {

double nmse(std::span<const float> values, std::span<const float> reference) {
  if (values.size() != reference.size()) return std::numeric_limits<double>::quiet_NaN();
  double error = 0.0;
  double power = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double difference = double{values[i]} - double{reference[i]};
    error += difference * difference;
    power += double{reference[i]} * double{reference[i]};
  }
  return error / power;
}

std::vector<float> decode(Session& session, const Batch& batch) {
  const bool has_logits = session.model().architecture().shape().has_logits;
  const auto logits = has_logits ? session.decode(batch) : session.embed(batch);
  return {logits.begin(), logits.end()};
}

std::vector<std::int32_t> test_tokens(std::int64_t count, std::int64_t vocab) {
  std::vector<std::int32_t> tokens;
  for (std::int64_t i = 0; i < count; ++i)
    tokens.push_back(static_cast<std::int32_t>((29 * i + 7) % vocab));
  return tokens;
}

}  // namespace tern::tools

#pragma once

#include <cmath>
#include <cstdint>

namespace tern {

/// ALiBi: what the distances in the mask of a head are multiplied by. Up to the largest power of
/// two, slopes go down from 2^(-max_bias / n) to 2^(-max_bias); further heads lie between them.
inline float alibi_slope(float max_bias, std::int64_t heads, std::int64_t head) {
  if (max_bias <= 0.0f) return 1.0f;
  std::int64_t regular = 1;
  while (regular * 2 <= heads) regular *= 2;
  const float step = max_bias / static_cast<float>(regular);
  const float exponent = head < regular ? step * static_cast<float>(head + 1)
                                        : step / 2 * static_cast<float>(2 * (head - regular) + 1);
  return std::exp2(-exponent);
}

}  // namespace tern

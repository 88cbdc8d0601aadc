#include "tests/harness/draw.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace tern::harness {
namespace harness_draw {

constexpr int tries = 64;
constexpr float smallest = 1e-2f;
constexpr float largest = 8.0f;

bool is_moderate(const TypeTraits& type, const std::byte* block) {
  std::vector<float> values(static_cast<std::size_t>(type.block_size));
  type.to_float(block, values.data(), type.block_size);
  float most = 0.0f;
  for (const float value : values) {
    if (!std::isfinite(value)) return false;
    most = std::max(most, std::fabs(value));
  }
  return most >= smallest && most <= largest;
}

/// Most patterns of bits are blocks of no use: their scales are tiny, huge or no numbers. Without
/// their upper bits no scale is 2 or more.
void draw_block(const TypeTraits& type, std::byte* block, Random& random) {
  for (int i = 0; i < tries; ++i) {
    for (std::size_t k = 0; k < type.block_bytes; ++k) {
      block[k] = static_cast<std::byte>(random.bits() >> 56);
    }
    if (is_moderate(type, block)) return;
  }
  for (std::size_t k = 0; k < type.block_bytes; ++k) block[k] &= std::byte{0x3f};
}

}  // namespace harness_draw

double Random::between(double low, double high) {
  return low + (high - low) * std::ldexp(static_cast<double>(bits() >> 11), -53);
}

std::int64_t Random::below(std::int64_t n) {
  return static_cast<std::int64_t>(bits() % static_cast<std::uint64_t>(n));
}

std::vector<std::int32_t> Random::permutation(std::int64_t n) {
  std::vector<std::int32_t> numbers(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<std::int32_t>(i);
    std::swap(numbers[i],
              numbers[static_cast<std::size_t>(below(static_cast<std::int64_t>(i) + 1))]);
  }
  return numbers;
}

DrawFloats uniform(float low, float high) {
  return [=](std::span<float> values, Random& random) {
    for (float& value : values) value = static_cast<float>(random.between(low, high));
  };
}

DrawFloats distinct() {
  return [](std::span<float> values, Random& random) {
    const auto order = random.permutation(static_cast<std::int64_t>(values.size()));
    const float half = static_cast<float>(values.size()) / 2.0f;
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<float>(order[i]) - half;
    }
  };
}

DrawFloats attention_mask(std::int64_t cells) {
  return [=](std::span<float> values, Random& random) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const bool all = static_cast<std::int64_t>(i) / cells == 1;
      values[i] =
          all || random.below(4) == 0 ? -INFINITY : static_cast<float>(random.between(-1.0, 1.0));
    }
  };
}

DrawIntegers integers_below(std::int64_t n) {
  return [=](std::span<std::int32_t> values, Random& random) {
    for (std::int32_t& value : values) value = static_cast<std::int32_t>(random.below(n));
  };
}

DrawIntegers different_below(std::int64_t n) {
  return [=](std::span<std::int32_t> values, Random& random) {
    const auto order = random.permutation(n);
    std::copy_n(order.begin(), values.size(), values.begin());
  };
}

DrawIntegers different_in_each(std::int64_t n, std::int64_t count) {
  return [=, one = different_below(n)](std::span<std::int32_t> values, Random& random) {
    const auto step = static_cast<std::size_t>(count);
    for (std::size_t at = 0; at < values.size(); at += step) one(values.subspan(at, step), random);
  };
}

DrawIntegers these(std::vector<std::int32_t> given) {
  return [given = std::move(given)](std::span<std::int32_t> values, Random&) {
    std::copy_n(given.begin(), values.size(), values.begin());
  };
}

std::vector<std::byte> encode(Type type, std::span<const float> values, Random& random) {
  std::vector<std::byte> bytes(row_bytes(type, static_cast<std::int64_t>(values.size())));
  const TypeTraits& row = traits(type);
  if (row.from_float != nullptr) {
    quantize(type, values, bytes);
  } else {
    for (std::size_t at = 0; at < bytes.size(); at += row.block_bytes) {
      harness_draw::draw_block(row, bytes.data() + at, random);
    }
  }
  return bytes;
}

}  // namespace tern::harness

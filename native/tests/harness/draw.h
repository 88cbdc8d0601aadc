#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <span>
#include <vector>

#include "core/tensor.h"

namespace tern::harness {

/// The same numbers everywhere: the distributions of the standard library may differ.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t bits() { return engine_(); }
  /// From `low` to `high`, without the latter.
  double between(double low, double high);
  /// 0 … n - 1
  std::int64_t below(std::int64_t n);
  /// 0 … n - 1 in any order.
  std::vector<std::int32_t> permutation(std::int64_t n);

 private:
  std::mt19937_64 engine_;
};

/// Fills an input.
using DrawFloats = std::function<void(std::span<float>, Random&)>;
using DrawIntegers = std::function<void(std::span<std::int32_t>, Random&)>;

DrawFloats uniform(float low, float high);
/// No two are equal: for ops that sort.
DrawFloats distinct();
/// Masks of attention, rows of `cells`: a quarter of the cells is hidden, in the second row all.
DrawFloats attention_mask(std::int64_t cells);
DrawIntegers integers_below(std::int64_t n);
/// Different ones of 0 … n - 1; there may not be more than n.
DrawIntegers different_below(std::int64_t n);
/// The same for each `count` integers by themselves.
DrawIntegers different_in_each(std::int64_t n, std::int64_t count);
DrawIntegers these(std::vector<std::int32_t> values);

/// Bytes of `count` elements of the type that hold about these values. For types that can only be
/// read: any blocks of finite, moderate values.
std::vector<std::byte> encode(Type type, std::span<const float> values, Random& random);

}  // namespace tern::harness

#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tern {

/// The value of a key in a model that is made up.
class SampleValue {
 public:
  using Numbers = std::vector<std::uint32_t>;
  using LongNumbers = std::vector<std::uint64_t>;
  using Any = std::variant<std::uint32_t, float, bool, Numbers, LongNumbers>;

  SampleValue(int number) : any_(static_cast<std::uint32_t>(number)) {}
  SampleValue(float number) : any_(number) {}
  SampleValue(bool flag) : any_(flag) {}
  SampleValue(std::initializer_list<std::uint32_t> numbers) : any_(Numbers(numbers)) {}
  SampleValue(LongNumbers numbers) : any_(std::move(numbers)) {}

  const Any& any() const { return any_; }

 private:
  Any any_;
};

/// By key, without the prefix.
using SampleValues = std::map<std::string_view, SampleValue>;

/// What a small model that shows all of an architecture is made of, as far as it differs from those
/// of others (tools/common/dummy_model.h makes them).
struct ModelSample {
  SampleValues values{};
  /// Ends of names of tensors that loaders can do without: it has those that most models lack, and
  /// lacks those that most have.
  std::vector<std::string_view> unlike{};
  bool dense = true;    ///< there are models without experts
  bool experts = true;  ///< there are models with some
  /// Keys that other programs want although the loader does not ask for them.
  std::vector<std::string_view> unasked{};
  /// Parts of names of matrices that other programs want again, of the same shape, and the parts in
  /// their place.
  std::vector<std::pair<std::string_view, std::string_view>> twins{};
  std::int64_t vocab = 0;  ///< tokens; 0: as others
};

}  // namespace tern

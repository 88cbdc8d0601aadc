#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "server/json.h"

namespace tern::server {

/// The members of a JSON object that a client sent. Each function throws HttpError 400 that names
/// the member where it is there and not what was expected.
class Fields {
 public:
  /// Throws HttpError 400 if this is no object.
  explicit Fields(const Json& object);

  const Json* find(std::string_view name) const { return object_.find(name); }
  double number(std::string_view name, double fallback, double least, double most) const;
  std::int64_t integer(std::string_view name, std::int64_t fallback, std::int64_t least,
                       std::int64_t most = std::numeric_limits<std::int32_t>::max()) const;
  bool flag(std::string_view name, bool fallback) const;
  std::string text(std::string_view name, std::string fallback) const;
  /// A text or a list of at most `most` texts, none of them empty.
  std::vector<std::string> texts(std::string_view name, std::size_t most) const;
  /// A list of whole numbers.
  std::vector<std::int32_t> tokens(std::string_view name) const;

  /// Refuses a member unless it has the value that stands for "as usual".
  void refuse(std::string_view name, const Json& usual) const;

  [[noreturn]] static void fail(std::string_view name, std::string_view expected);

 private:
  const Json& object_;
};

}  // namespace tern::server

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tern::server {

/// The head of an answer. Without a length the body comes in chunks, or until the end of the
/// connection.
struct HttpHead {
  int status = 200;
  std::string_view type = "application/json";
  std::optional<std::size_t> length{};
  bool keep_alive = true;
  bool chunked = false;
};
std::string to_string(const HttpHead& head);
std::string_view reason(int status);

/// A part of a chunked body; an empty one ends it.
std::string chunk(std::string_view bytes);

}  // namespace tern::server

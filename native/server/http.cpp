#include "server/http.h"

#include "core/text.h"
#include "server/http_head.h"

namespace tern::server {
namespace server_http {

constexpr std::string_view line_end = "\r\n";

/// Who sends other line ends would wait for ever.
void expect_line_ends(std::string_view head) {
  const std::size_t at = head.find('\n');
  if (at == 0 || (at != std::string_view::npos && head[at - 1] != '\r'))
    throw HttpError(400, "expected lines to end with CR LF");
}

/// Some clients send an empty line after a body.
void skip_empty_lines(std::string& buffer) {
  while (buffer.starts_with(line_end)) buffer.erase(0, line_end.size());
}

/// The head without its last two line ends; false if the source ended before the first byte.
bool take_head(std::string& buffer, const HttpSource& source, const HttpLimits& limits,
               std::string& head) {
  constexpr std::string_view end = "\r\n\r\n";
  skip_empty_lines(buffer);
  std::size_t at = buffer.find(end);
  while (at == std::string::npos || at > limits.head_bytes) {
    expect_line_ends(buffer);
    if (buffer.size() > limits.head_bytes)
      throw HttpError(431, concat("a head may have at most ", limits.head_bytes, " bytes"));
    const std::size_t before = buffer.size();
    if (!source(buffer)) {
      if (buffer.empty()) return false;
      throw HttpError(408, "the request did not come to its end");
    }
    skip_empty_lines(buffer);
    at = buffer.find(end, before < end.size() ? 0 : before - end.size());
  }
  head = buffer.substr(0, at);
  buffer.erase(0, at + end.size());
  return true;
}

}  // namespace server_http

std::optional<HttpRequest> read_request(std::string& buffer, const HttpSource& source,
                                        const HttpLimits& limits,
                                        const std::function<void()>& on_continue) {
  using namespace server_http;
  std::string head;
  if (!take_head(buffer, source, limits, head)) return std::nullopt;
  HttpRequest request = read_head(head, limits);
  const std::size_t length = body_length(request, limits);
  if (waits_for_leave(request)) on_continue();
  while (buffer.size() < length) {
    if (!source(buffer)) throw HttpError(408, "the body did not come to its end");
  }
  request.body = buffer.substr(0, length);
  buffer.erase(0, length);
  return request;
}

}  // namespace tern::server

#include "server/http_head.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "core/text.h"

namespace tern::server {
namespace server_http_head {

constexpr std::string_view line_end = "\r\n";

bool is_token(std::string_view text) {
  constexpr std::string_view signs = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           signs.find(c) != std::string_view::npos;
  });
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

std::string_view trim(std::string_view text) {
  const std::size_t start = std::min(text.find_first_not_of(" \t"), text.size());
  text.remove_prefix(start);
  return text.substr(0, text.find_last_not_of(" \t") + 1);
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find(line_end), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + line_end.size(), text.size()));
  return line;
}

void read_start(HttpRequest& request, std::string_view line) {
  const std::size_t first = line.find(' ');
  const std::size_t last = line.rfind(' ');
  if (first == std::string_view::npos || first == last)
    throw HttpError(400, "expected METHOD PATH HTTP/1.1");
  const std::string_view target = line.substr(first + 1, last - first - 1);
  const std::string_view version = line.substr(last + 1);
  request.method = line.substr(0, first);
  if (!is_token(request.method)) throw HttpError(400, "expected a method");
  const bool is_clean =
      std::all_of(target.begin(), target.end(), [](char c) { return c > 0x20 && c < 0x7f; });
  if (target.empty() || target[0] != '/' || !is_clean)
    throw HttpError(400, "expected a path that begins with '/'");
  if (version != "HTTP/1.1" && version != "HTTP/1.0") {
    throw version.starts_with("HTTP/") ? HttpError(505, "expected HTTP/1.1 or HTTP/1.0")
                                       : HttpError(400, "expected METHOD PATH HTTP/1.1");
  }
  request.path = target.substr(0, target.find('?'));
  request.can_chunk = request.keep_alive = version == "HTTP/1.1";
}

void read_header(HttpRequest& request, std::string_view line) {
  const std::size_t colon = line.find(':');
  const std::string_view name = line.substr(0, std::min(colon, line.size()));
  if (colon == std::string_view::npos || !is_token(name))
    throw HttpError(400, "expected header lines 'Name: value'");
  const std::string_view value = trim(line.substr(colon + 1));
  const bool is_clean = std::all_of(value.begin(), value.end(), [](char c) {
    return c == '\t' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
  });
  if (!is_clean) throw HttpError(400, "expected header values without control characters");
  const auto [it, inserted] = request.headers.emplace(lower(name), value);
  // Two lengths are how requests are smuggled past others.
  if (!inserted && (it->first == "content-length" || it->first == "host"))
    throw HttpError(400, concat("expected one header ", it->first));
}

}  // namespace server_http_head

HttpRequest read_head(std::string_view head, const HttpLimits& limits) {
  using namespace server_http_head;
  HttpRequest request;
  read_start(request, take_line(head));
  for (std::size_t count = 1; !head.empty(); ++count) {
    if (count > limits.headers)
      throw HttpError(431, concat("at most ", limits.headers, " headers"));
    read_header(request, take_line(head));
  }
  if (const auto it = request.headers.find("connection"); it != request.headers.end()) {
    const std::string value = lower(it->second);
    if (value.find("close") != std::string::npos) request.keep_alive = false;
    if (value.find("keep-alive") != std::string::npos) request.keep_alive = true;
  }
  return request;
}

std::size_t body_length(const HttpRequest& request, const HttpLimits& limits) {
  if (request.headers.contains("transfer-encoding"))
    throw HttpError(501, "a body needs Content-Length; transfer encodings are not supported");
  const auto it = request.headers.find("content-length");
  if (it == request.headers.end()) {
    if (request.method == "POST") throw HttpError(411, "POST needs Content-Length");
    return 0;
  }
  const std::string& digits = it->second;
  const bool is_number = !digits.empty() && digits.find_first_not_of("0123456789") == digits.npos;
  if (!is_number) throw HttpError(400, "expected Content-Length to be a number");
  std::uint64_t length = 0;
  const auto error = std::from_chars(digits.data(), digits.data() + digits.size(), length).ec;
  if (error != std::errc{} || length > limits.body_bytes)
    throw HttpError(413, concat("a body may have at most ", limits.body_bytes, " bytes"));
  return static_cast<std::size_t>(length);
}

bool waits_for_leave(const HttpRequest& request) {
  const auto it = request.headers.find("expect");
  return it != request.headers.end() && server_http_head::lower(it->second) == "100-continue";
}

}  // namespace tern::server

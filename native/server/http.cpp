#include "server/http.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "core/text.h"

namespace tern::server {
namespace server_http {

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

HttpRequest read_head(std::string_view head, const HttpLimits& limits) {
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
  const auto expects = request.headers.find("expect");
  if (expects != request.headers.end() && lower(expects->second) == "100-continue") on_continue();
  while (buffer.size() < length) {
    if (!source(buffer)) throw HttpError(408, "the body did not come to its end");
  }
  request.body = buffer.substr(0, length);
  buffer.erase(0, length);
  return request;
}

std::string_view reason(int status) {
  switch (status) {
    case 200: return "OK";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 411: return "Length Required";
    case 413: return "Content Too Large";
    case 431: return "Request Header Fields Too Large";
    case 501: return "Not Implemented";
    case 503: return "Service Unavailable";
    case 505: return "HTTP Version Not Supported";
    default: return "Internal Server Error";
  }
}

std::string to_string(const HttpHead& head) {
  std::string text = concat("HTTP/1.1 ", head.status, " ", reason(head.status),
                            "\r\nContent-Type: ", head.type, "\r\n");
  if (head.length) text += concat("Content-Length: ", *head.length, "\r\n");
  if (head.chunked) text += "Transfer-Encoding: chunked\r\n";
  text += head.keep_alive ? "Connection: keep-alive\r\n" : "Connection: close\r\n";
  return text + "Cache-Control: no-store\r\n\r\n";
}

std::string chunk(std::string_view bytes) {
  return concat(std::hex, bytes.size(), "\r\n", bytes, "\r\n");
}

}  // namespace tern::server

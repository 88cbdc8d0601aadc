#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>

namespace tern::server {

struct HttpLimits {
  std::size_t head_bytes = 16 * 1024;
  std::size_t headers = 100;
  std::size_t body_bytes = 4 * 1024 * 1024;
};

struct HttpRequest {
  std::string method;
  std::string path;  ///< without what follows a '?'
  bool keep_alive = true;
  bool can_chunk = true;                       ///< HTTP/1.1: takes an answer in chunks
  std::map<std::string, std::string> headers;  ///< names in lower case
  std::string body;
};

/// The other side did not speak HTTP as it should; `status` is the answer to it.
class HttpError : public std::runtime_error {
 public:
  HttpError(int code, const std::string& message) : std::runtime_error(message), status(code) {}
  int status;
};

/// Where bytes come from: appends some to the buffer; false if there will be none any more.
using HttpSource = std::function<bool(std::string& buffer)>;

/// Takes one request off the front of `buffer`, asking for more bytes as they are needed. Empty if
/// the source ended before the first byte of a request. `on_continue` is called where the sender
/// waits for leave to send the body. Throws HttpError.
std::optional<HttpRequest> read_request(std::string& buffer, const HttpSource& source,
                                        const HttpLimits& limits,
                                        const std::function<void()>& on_continue);

}  // namespace tern::server

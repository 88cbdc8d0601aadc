#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "server/http.h"
#include "server/socket.h"

namespace tern::server {

struct ConnectionLimits {
  HttpLimits http{};
  std::chrono::seconds idle{30};  ///< between requests, and for one to come to its end
  std::chrono::seconds send{30};  ///< for the other side to take what it is sent
};

/// The answer to one request: either one call of `send`, or `start`, any calls of `part`, `end`.
class Reply {
 public:
  Reply(Socket& socket, const HttpRequest& request, const ConnectionLimits& limits);

  void send(int status, std::string_view type, std::string_view body);

  void start(std::string_view type);
  /// False if the other side is gone.
  bool part(std::string_view bytes);
  void end();

  bool is_gone() const { return gone_ || socket_.is_gone(); }
  bool has_started() const { return started_; }
  /// True if another request may follow.
  bool keeps_alive() const { return keeps_alive_ && !gone_; }

 private:
  bool put(std::string_view bytes);

  Socket& socket_;
  const ConnectionLimits& limits_;
  bool chunked_;
  bool keeps_alive_;
  bool started_ = false;
  bool gone_ = false;
};

/// Answers a request; what it throws becomes an answer too, where nothing was sent yet.
using Handler = std::function<void(const HttpRequest&, Reply&)>;
/// The body of an answer that tells of an error.
using ErrorBody = std::function<std::string(int status, const std::string& message)>;

/// Answers the requests of a connection until one side ends it.
void serve(Socket& socket, const ConnectionLimits& limits, const Handler& handler,
           const ErrorBody& error_body);

}  // namespace tern::server

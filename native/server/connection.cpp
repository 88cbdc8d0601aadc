#include "server/connection.h"

#include <exception>
#include <optional>

#include "server/http_answer.h"
#include "tern/log.h"

namespace tern::server {
namespace server_connection {

constexpr std::string_view json = "application/json";

/// Reads what is still on its way for a moment: closing at once would make the other side lose the
/// answer.
void drain(Socket& socket) {
  std::string rest;
  const auto deadline = Clock::now() + std::chrono::milliseconds(200);
  while (rest.size() < (1u << 20) && socket.receive(rest, deadline)) {
  }
}

void refuse(Socket& socket, const ConnectionLimits& limits, const HttpError& error,
            const ErrorBody& error_body) {
  const std::string body = error_body(error.status, error.what());
  const HttpHead head{
      .status = error.status, .type = json, .length = body.size(), .keep_alive = false};
  if (socket.send(to_string(head) + body, limits.send)) drain(socket);
}

void answer(const HttpRequest& request, Reply& reply, const Handler& handler,
            const ErrorBody& error_body) {
  int status = 500;
  std::string message;
  try {
    return handler(request, reply);
  } catch (const HttpError& error) {
    status = error.status;
    message = error.what();
  } catch (const std::exception& error) {
    log(LogLevel::error, error.what());
    message = error.what();
  }
  if (!reply.has_started()) reply.send(status, json, error_body(status, message));
}

}  // namespace server_connection

Reply::Reply(Socket& socket, const HttpRequest& request, const ConnectionLimits& limits)
    : socket_(socket),
      limits_(limits),
      chunked_(request.can_chunk),
      keeps_alive_(request.keep_alive) {}

bool Reply::put(std::string_view bytes) {
  started_ = true;
  if (!gone_) gone_ = !socket_.send(bytes, limits_.send);
  return !gone_;
}

void Reply::send(int status, std::string_view type, std::string_view body) {
  put(to_string(HttpHead{
          .status = status, .type = type, .length = body.size(), .keep_alive = keeps_alive_}) +
      std::string(body));
}

void Reply::start(std::string_view type) {
  // Without chunks only the end of the connection ends the body.
  keeps_alive_ = keeps_alive_ && chunked_;
  put(to_string(HttpHead{.type = type, .keep_alive = keeps_alive_, .chunked = chunked_}));
}

bool Reply::part(std::string_view bytes) {
  return bytes.empty() || put(chunked_ ? chunk(bytes) : std::string(bytes));
}

void Reply::end() {
  if (chunked_) put(chunk({}));
}

void serve(Socket& socket, const ConnectionLimits& limits, const Handler& handler,
           const ErrorBody& error_body) {
  std::string buffer;
  bool keeps_alive = true;
  while (keeps_alive) {
    const auto deadline = Clock::now() + limits.idle;
    try {
      const auto request = read_request(
          buffer, [&](std::string& to) { return socket.receive(to, deadline); }, limits.http,
          [&] { socket.send("HTTP/1.1 100 Continue\r\n\r\n", limits.send); });
      if (!request) return;
      Reply reply(socket, *request, limits);
      server_connection::answer(*request, reply, handler, error_body);
      keeps_alive = reply.keeps_alive();
    } catch (const HttpError& error) {
      return server_connection::refuse(socket, limits, error, error_body);
    }
  }
}

}  // namespace tern::server

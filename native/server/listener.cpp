#include "server/listener.h"

#include <exception>
#include <system_error>
#include <utility>

#include "server/http_answer.h"
#include "tern/log.h"

namespace tern::server {

Listener::Listener(Socket socket, std::size_t connection_limit, ConnectionLimits limits,
                   Handler handler, ErrorBody error_body)
    : socket_(std::move(socket)),
      connection_limit_(connection_limit),
      limits_(limits),
      handler_(std::move(handler)),
      error_body_(std::move(error_body)) {}

Listener::~Listener() {
  for (Connection& connection : connections_) connection.socket.shut_down();
  for (Connection& connection : connections_) connection.thread.join();
}

void Listener::run(const std::function<bool()>& should_stop) {
  while (!should_stop()) {
    Socket socket = socket_.accept(std::chrono::milliseconds(100));
    join_finished();
    if (socket.is_open()) take(std::move(socket));
  }
}

void Listener::join_finished() {
  connections_.remove_if([](Connection& connection) {
    if (!connection.done) return false;
    connection.thread.join();
    return true;
  });
}

void Listener::take(Socket socket) {
  if (connections_.size() >= connection_limit_) {
    const std::string body = error_body_(503, "too many connections");
    const HttpHead head{.status = 503, .length = body.size(), .keep_alive = false};
    socket.send(to_string(head) + body, std::chrono::milliseconds(100));
    return;
  }
  Connection& connection = connections_.emplace_back();
  connection.socket = std::move(socket);
  try {
    connection.thread = std::thread([this, &connection] { work(connection); });
  } catch (const std::system_error& error) {
    log(LogLevel::error, error.what());
    connections_.pop_back();
  }
}

void Listener::work(Connection& connection) {
  try {
    serve(connection.socket, limits_, handler_, error_body_);
  } catch (const std::exception& error) {
    log(LogLevel::error, error.what());
  }
  connection.socket.shut_down();
  connection.done = true;
}

}  // namespace tern::server

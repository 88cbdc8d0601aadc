#pragma once

#include <atomic>
#include <functional>
#include <list>
#include <thread>

#include "server/connection.h"

namespace tern::server {

/// Takes connections and gives each a thread. All are ended with the object.
class Listener {
 public:
  Listener(Socket socket, std::size_t connection_limit, ConnectionLimits limits, Handler handler,
           ErrorBody error_body);
  ~Listener();

  /// Takes connections until `should_stop` is true, which is looked at several times a second.
  void run(const std::function<bool()>& should_stop);

 private:
  struct Connection {
    Socket socket;
    std::thread thread{};
    std::atomic<bool> done = false;
  };

  void take(Socket socket);
  void work(Connection& connection);
  void join_finished();

  Socket socket_;
  std::size_t connection_limit_;
  ConnectionLimits limits_;
  Handler handler_;
  ErrorBody error_body_;
  std::list<Connection> connections_;
};

}  // namespace tern::server

#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace tern::server {

using Clock = std::chrono::steady_clock;

/// A TCP socket or its listening end; closed at the end of its life.
class Socket {
 public:
  Socket() = default;
  explicit Socket(int handle) : handle_(handle) {}
  Socket(Socket&& other) noexcept;
  Socket& operator=(Socket&& other) noexcept;
  ~Socket();

  bool is_open() const { return handle_ >= 0; }

  /// Appends what has come, waiting until `deadline`; false at the end of the stream, at an error
  /// and when the time is over.
  bool receive(std::string& to, Clock::time_point deadline);
  /// False if not all of it could be sent within `limit`.
  bool send(std::string_view bytes, Clock::duration limit);
  /// True if the other side has closed or reset the connection; does not wait.
  bool is_gone() const;
  /// Ends reading and writing in whatever thread is at it.
  void shut_down();

  /// Listens at an address such as 127.0.0.1 or ::1; port 0: any free one. Throws
  /// std::system_error.
  static Socket listen(const std::string& host, std::uint16_t port);
  std::uint16_t port() const;
  /// Waits for a connection; a closed socket after `limit` or an error.
  Socket accept(std::chrono::milliseconds limit);

 private:
  int handle_ = -1;
};

}  // namespace tern::server

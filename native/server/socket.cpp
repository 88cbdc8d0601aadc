#include "server/socket.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <system_error>
#include <utility>

#include "core/text.h"

namespace tern::server {
namespace server_socket {

#ifdef MSG_NOSIGNAL
constexpr int send_flags = MSG_NOSIGNAL;
#else
constexpr int send_flags = 0;
#endif

bool wait(int handle, short events, Clock::time_point deadline) {
  while (true) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left < 0) return false;
    pollfd entry{handle, events, 0};
    const int ready = ::poll(&entry, 1, static_cast<int>(std::min<long long>(left + 1, 60000)));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

bool should_retry() { return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK; }

void prepare(int handle) {
  const int on = 1;
  ::setsockopt(handle, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
#ifdef SO_NOSIGPIPE
  ::setsockopt(handle, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  ::fcntl(handle, F_SETFD, FD_CLOEXEC);
  ::fcntl(handle, F_SETFL, ::fcntl(handle, F_GETFL) | O_NONBLOCK);
}

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

using Addresses = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

Addresses resolve(const std::string& host, std::uint16_t port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICHOST | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int code = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (code != 0) {
    throw std::system_error(std::make_error_code(std::errc::address_not_available),
                            concat("--host: '", host, "': ", ::gai_strerror(code)));
  }
  return {found, &::freeaddrinfo};
}

}  // namespace server_socket

Socket::Socket(Socket&& other) noexcept : handle_(std::exchange(other.handle_, -1)) {}

Socket& Socket::operator=(Socket&& other) noexcept {
  std::swap(handle_, other.handle_);
  return *this;
}

Socket::~Socket() {
  if (handle_ >= 0) ::close(handle_);
}

bool Socket::receive(std::string& to, Clock::time_point deadline) {
  std::array<char, 16384> buffer;
  while (server_socket::wait(handle_, POLLIN, deadline)) {
    const auto size = ::recv(handle_, buffer.data(), buffer.size(), 0);
    if (size > 0) {
      to.append(buffer.data(), static_cast<std::size_t>(size));
      return true;
    }
    if (size == 0 || !server_socket::should_retry()) return false;
  }
  return false;
}

bool Socket::send(std::string_view bytes, Clock::duration limit) {
  const Clock::time_point deadline = Clock::now() + limit;
  while (!bytes.empty()) {
    if (!server_socket::wait(handle_, POLLOUT, deadline)) return false;
    const auto size = ::send(handle_, bytes.data(), bytes.size(), server_socket::send_flags);
    if (size < 0 && !server_socket::should_retry()) return false;
    if (size > 0) bytes.remove_prefix(static_cast<std::size_t>(size));
  }
  return true;
}

bool Socket::is_gone() const {
  char byte = 0;
  const auto size = ::recv(handle_, &byte, 1, MSG_PEEK);
  return size == 0 || (size < 0 && !server_socket::should_retry());
}

void Socket::shut_down() { ::shutdown(handle_, SHUT_RDWR); }

Socket Socket::listen(const std::string& host, std::uint16_t port) {
  const auto address = server_socket::resolve(host, port);
  Socket socket(::socket(address->ai_family, SOCK_STREAM, 0));
  if (!socket.is_open()) server_socket::fail("cannot make a socket");
  const int on = 1;
  ::setsockopt(socket.handle_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  server_socket::prepare(socket.handle_);
  if (::bind(socket.handle_, address->ai_addr, address->ai_addrlen) != 0 ||
      ::listen(socket.handle_, SOMAXCONN) != 0)
    server_socket::fail(concat("cannot listen at ", host, " port ", port));
  return socket;
}

std::uint16_t Socket::port() const {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  ::getsockname(handle_, reinterpret_cast<sockaddr*>(&address), &size);
  if (address.ss_family == AF_INET6)
    return ntohs(reinterpret_cast<const sockaddr_in6&>(address).sin6_port);
  return ntohs(reinterpret_cast<const sockaddr_in&>(address).sin_port);
}

Socket Socket::accept(std::chrono::milliseconds limit) {
  if (!server_socket::wait(handle_, POLLIN, Clock::now() + limit)) return Socket();
  Socket socket(::accept(handle_, nullptr, nullptr));
  if (socket.is_open()) server_socket::prepare(socket.handle_);
  return socket;
}

}  // namespace tern::server

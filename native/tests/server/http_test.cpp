#include "server/http.h"

#include "core/text.h"
#include "server/http_answer.h"
#include "tests/support/check.h"

namespace tern {
namespace server_http_test {

using server::HttpError;
using server::HttpRequest;

/// Reads one request off a text that comes in pieces of some bytes.
std::optional<HttpRequest> read(std::string text, std::size_t piece, std::string& rest,
                                const server::HttpLimits& limits = {}) {
  std::string buffer;
  const auto source = [&](std::string& to) {
    const std::string next = text.substr(0, piece);
    text.erase(0, piece);
    to += next;
    return !next.empty();
  };
  auto request = server::read_request(buffer, source, limits, [] {});
  rest = buffer + text;
  return request;
}

void reads_requests_in_pieces() {
  const std::string text =
      "\r\nPOST /a?b=c HTTP/1.1\r\nContent-Length: 3\r\nX-One:  two \r\n\r\nabcGET / "
      "HTTP/1.0\r\n\r\n";
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    std::string rest;
    const auto request = read(text, piece, rest);
    CHECK_EQUAL(request->method, "POST");
    CHECK_EQUAL(request->path, "/a");
    CHECK_EQUAL(request->headers.at("x-one"), "two");
    CHECK_EQUAL(request->body, "abc");
    CHECK(request->keep_alive && request->can_chunk);
    CHECK_EQUAL(rest, "GET / HTTP/1.0\r\n\r\n");
    const auto next = read(rest, piece, rest);
    CHECK(!next->keep_alive && !next->can_chunk);
    CHECK(!read(rest, piece, rest));
  }
}

void tells_who_sends_too_much() {
  std::string rest;
  server::HttpLimits limits;
  limits.head_bytes = 64;
  limits.body_bytes = 4;
  CHECK_THROWS(HttpError, "a head may have at most 64 bytes",
               read(concat("GET / HTTP/1.1\r\nA: ", std::string(99, 'b')), 5, rest, limits));
  CHECK_THROWS(HttpError, "a body may have at most 4 bytes",
               read("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nabcde", 5, rest, limits));
  CHECK_THROWS(HttpError, "the body did not come to its end",
               read("POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\nab", 5, rest, limits));
  CHECK_THROWS(HttpError, "the request did not come to its end", read("GET /", 5, rest, limits));
}

void writes_answers() {
  const std::string head =
      to_string(server::HttpHead{.status = 404, .length = 2, .keep_alive = false});
  CHECK(head.starts_with("HTTP/1.1 404 Not Found\r\n"));
  CHECK(head.find("Content-Length: 2\r\n") != std::string::npos);
  CHECK(head.find("Connection: close\r\n") != std::string::npos);
  CHECK(head.ends_with("\r\n\r\n"));
  CHECK_EQUAL(server::chunk(std::string(26, 'a')), "1a\r\n" + std::string(26, 'a') + "\r\n");
  CHECK_EQUAL(server::chunk(""), "0\r\n\r\n");
}

}  // namespace server_http_test

void test_server_http(TestTable& tests) {
  using namespace server_http_test;
  tests.add("server_http", "reads requests in pieces", reads_requests_in_pieces);
  tests.add("server_http", "tells who sends too much", tells_who_sends_too_much);
  tests.add("server_http", "writes answers", writes_answers);
}

}  // namespace tern

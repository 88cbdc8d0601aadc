#include "server/http_answer.h"

#include "core/text.h"

namespace tern::server {

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

#pragma once

#include <cstddef>
#include <string_view>

#include "server/http.h"

namespace tern::server {

/// The head of a request, without its last two line ends. Throws HttpError.
HttpRequest read_head(std::string_view head, const HttpLimits& limits);

/// The bytes of the body that follows. Throws HttpError.
std::size_t body_length(const HttpRequest& request, const HttpLimits& limits);

/// Whether the sender waits for leave to send the body.
bool waits_for_leave(const HttpRequest& request);

}  // namespace tern::server

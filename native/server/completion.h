#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "server/fields.h"
#include "server/generation.h"
#include "tern/tokenizer.h"

namespace tern::server {

/// What a client wants, whichever of the two ways it asks in.
struct CompletionRequest {
  GenerationOptions generation;
  std::vector<std::string> stops;
  bool streams = false;
  bool streams_usage = false;
};

/// The bodies of POST /v1/completions and /v1/chat/completions. `limit` is the most that prompt and
/// answer may have together. Throws HttpError 400.
CompletionRequest read_completion(const Json& body, const Tokenizer& tokenizer, std::int64_t limit);
CompletionRequest read_chat(const Json& body, const Tokenizer& tokenizer, std::int64_t limit);

}  // namespace tern::server

#pragma once

#include <string_view>

#include "server/embedding_job.h"
#include "server/json.h"
#include "tern/tokenizer.h"

namespace tern::server {

/// What a client wants of POST /v1/embeddings.
struct EmbeddingRequest {
  EmbeddingJob::Texts texts;
  Pooling pooling = Pooling::mean;
  bool as_base64 = false;
};

/// Reads its body: "input" is a text, a list of tokens, or a list of texts or of such lists;
/// "pooling" is mean, first or last, or else `fallback`. Throws HttpError 400.
EmbeddingRequest read_embeddings(const Json& body, const Tokenizer& tokenizer, Pooling fallback);

/// The answer to it: rows of length 1, as floats or as the base64 of their bytes.
Json embeddings_answer(const EmbeddingRequest& request, const EmbeddingJob::Rows& rows,
                       std::string_view model);

}  // namespace tern::server

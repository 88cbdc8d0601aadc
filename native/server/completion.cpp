#include "server/completion.h"

#include <algorithm>
#include <random>

#include "core/text.h"
#include "server/chat.h"
#include "server/http.h"

namespace tern::server {
namespace server_completion {

constexpr std::size_t most_stops = 16;

std::uint64_t random_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 32) | device();
}

float real(const Fields& fields, std::string_view name, double fallback, double least,
           double most) {
  return static_cast<float>(fields.number(name, fallback, least, most));
}

SamplingOptions read_sampling(const Fields& fields) {
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  SamplingOptions s;
  s.temperature = real(fields, "temperature", 1.0, 0.0, 100.0);
  s.top_k = fields.integer("top_k", s.top_k, 0);
  s.top_p = real(fields, "top_p", s.top_p, 0.0, 1.0);
  s.min_p = real(fields, "min_p", s.min_p, 0.0, 1.0);
  s.typical = real(fields, "typical_p", s.typical, 0.0, 1.0);
  s.penalties.last = static_cast<std::int32_t>(fields.integer("repeat_last_n", 64, 0));
  s.penalties.repeat = real(fields, "repeat_penalty", 1.0, 0.01, 100.0);
  s.penalties.frequency = real(fields, "frequency_penalty", 0.0, -100.0, 100.0);
  s.penalties.presence = real(fields, "presence_penalty", 0.0, -100.0, 100.0);
  s.seed = fields.find("seed") == nullptr
               ? random_seed()
               : static_cast<std::uint64_t>(fields.integer("seed", 0, -largest - 1, largest));
  return s;
}

void refuse_what_is_missing(const Fields& fields) {
  for (const char* name : {"n", "best_of"}) fields.refuse(name, 1);
  for (const char* name : {"echo", "logprobs"}) fields.refuse(name, false);
  for (const char* name : {"tools", "functions"}) fields.refuse(name, Json::Array{});
  fields.refuse("logit_bias", Json::Object{});
  fields.refuse("suffix", "");
  fields.refuse("response_format", Json::Object{{"type", "text"}});
}

std::vector<std::int32_t> read_prompt(const Fields& fields, const Tokenizer& tokenizer) {
  const Json* prompt = fields.find("prompt");
  if (prompt == nullptr) Fields::fail("prompt", "a text or a list of tokens");
  const Json::Array* list = prompt->array();
  if (list != nullptr && list->size() == 1 && list->front().text() != nullptr)
    return tokenizer.encode(*list->front().text());
  if (list != nullptr) return fields.tokens("prompt");
  return tokenizer.encode(fields.text("prompt", ""));
}

void add_end_tokens(GenerationOptions& options, const Fields& fields, const Tokenizer& tokenizer) {
  if (fields.flag("ignore_eos", false)) return;
  const std::int32_t end = tokenizer.end_token();
  if (end >= 0) options.end_tokens.push_back(end);
}

void read_length(GenerationOptions& options, const Fields& fields, std::int64_t fallback,
                 std::int64_t limit) {
  const auto size = static_cast<std::int64_t>(options.prompt.size());
  if (size == 0) throw HttpError(400, "expected a prompt of at least one token");
  if (size >= limit) {
    throw HttpError(400, concat("the prompt has ", size, " tokens; the context holds ", limit,
                                " with the answer"));
  }
  const std::int64_t rest = limit - size;
  std::int64_t most = fallback > 0 ? std::min(fallback, rest) : rest;
  for (const char* name : {"n_predict", "max_completion_tokens", "max_tokens"})
    most = fields.integer(name, most, 1);
  options.max_tokens = most;
}

CompletionRequest read_common(const Fields& fields) {
  refuse_what_is_missing(fields);
  CompletionRequest request;
  request.generation.sampling = read_sampling(fields);
  request.stops = fields.texts("stop", most_stops);
  request.streams = fields.flag("stream", false);
  if (const Json* options = fields.find("stream_options"))
    request.streams_usage = Fields(*options).flag("include_usage", false);
  return request;
}

}  // namespace server_completion

CompletionRequest read_completion(const Json& body, const Tokenizer& tokenizer,
                                  std::int64_t limit) {
  using namespace server_completion;
  const Fields fields(body);
  CompletionRequest request = read_common(fields);
  request.generation.prompt = read_prompt(fields, tokenizer);
  add_end_tokens(request.generation, fields, tokenizer);
  read_length(request.generation, fields, 16, limit);
  return request;
}

CompletionRequest read_chat(const Json& body, const Tokenizer& tokenizer, std::int64_t limit) {
  using namespace server_completion;
  const Fields fields(body);
  CompletionRequest request = read_common(fields);
  ChatPrompt prompt = make_chat_prompt(tokenizer, read_messages(body));
  request.generation.prompt = std::move(prompt.tokens);
  request.generation.end_tokens = std::move(prompt.end_tokens);
  request.stops.insert(request.stops.end(), prompt.stops.begin(), prompt.stops.end());
  add_end_tokens(request.generation, fields, tokenizer);
  read_length(request.generation, fields, 0, limit);
  return request;
}

}  // namespace tern::server

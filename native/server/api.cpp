#include "server/api.h"

#include <array>
#include <chrono>
#include <utility>

#include "server/answer.h"
#include "server/delivery.h"
#include "server/embeddings.h"
#include "server/fields.h"
#include "server/json.h"
#include "tern/error.h"

namespace tern::server {
namespace server_api {

constexpr std::string_view json = "application/json";
/// How often to look whether the client is still there.
constexpr std::chrono::milliseconds patience{50};

Json parse_body(const HttpRequest& request) {
  try {
    return parse_json(request.body);
  } catch (const JsonError& error) {
    throw HttpError(400, error.what());
  }
}

/// Takes as long for a wrong key as for the right one.
bool same(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
    difference |= static_cast<unsigned>(static_cast<unsigned char>(a[i] ^ b[i]));
  return difference == 0;
}

template <class Job>
void submit(Engine& engine, const std::shared_ptr<Job>& job) {
  try {
    if (!engine.submit(job)) throw HttpError(503, "too many requests wait already");
  } catch (const RequestError& error) {
    throw HttpError(400, error.what());
  }
}

}  // namespace server_api

Api::Api(Engine& engine, const Tokenizer& tokenizer, std::string name, std::string key)
    : engine_(engine), tokenizer_(tokenizer), name_(std::move(name)), key_(std::move(key)) {}

void Api::handle(const HttpRequest& request, Reply& reply) {
  struct Route {
    std::string_view path;
    std::string_view method;
    void (Api::*function)(const HttpRequest&, Reply&);
  };
  static constexpr std::array<Route, 9> routes{{{"/health", "GET", &Api::health},
                                                {"/v1/models", "GET", &Api::models},
                                                {"/slots", "GET", &Api::slots},
                                                {"/v1/embeddings", "POST", &Api::embeddings},
                                                {"/embeddings", "POST", &Api::embeddings},
                                                {"/v1/completions", "POST", &Api::completions},
                                                {"/v1/chat/completions", "POST", &Api::chat},
                                                {"/tokenize", "POST", &Api::tokenize},
                                                {"/detokenize", "POST", &Api::detokenize}}};
  for (const Route& route : routes) {
    if (route.path != request.path) continue;
    if (route.method != request.method)
      throw HttpError(405, "expected " + std::string(route.method));
    if (route.path != "/health") expect_key(request);
    return (this->*route.function)(request, reply);
  }
  throw HttpError(404, "there is no " + request.path);
}

void Api::expect_key(const HttpRequest& request) const {
  if (key_.empty()) return;
  const auto it = request.headers.find("authorization");
  if (it == request.headers.end() || !server_api::same(it->second, "Bearer " + key_))
    throw HttpError(401, "expected the header Authorization: Bearer KEY");
}

void Api::health(const HttpRequest&, Reply& reply) {
  reply.send(200, server_api::json,
             Json(Json::Object{{"status", "ok"}, {"waiting", engine_.waiting()}}).dump());
}

void Api::models(const HttpRequest&, Reply& reply) {
  const Json model = Json::Object{{"id", name_},
                                  {"object", "model"},
                                  {"owned_by", "tern"},
                                  {"context_length", engine_.token_limit()}};
  reply.send(200, server_api::json,
             Json(Json::Object{{"object", "list"}, {"data", Json::Array{model}}}).dump());
}

void Api::slots(const HttpRequest&, Reply& reply) {
  Json::Array slots;
  for (const bool busy : engine_.busy()) {
    slots.push_back(
        Json::Object{{"id", static_cast<std::int64_t>(slots.size())}, {"is_processing", busy}});
  }
  reply.send(200, server_api::json, Json(std::move(slots)).dump());
}

void Api::tokenize(const HttpRequest& request, Reply& reply) {
  const Json body = server_api::parse_body(request);
  const Fields fields(body);
  Json::Array tokens;
  for (const std::int32_t token : tokenizer_.encode(fields.text("content", "")))
    tokens.push_back(token);
  reply.send(200, server_api::json, Json(Json::Object{{"tokens", std::move(tokens)}}).dump());
}

void Api::detokenize(const HttpRequest& request, Reply& reply) {
  const Json body = server_api::parse_body(request);
  const std::string text = tokenizer_.decode(Fields(body).tokens("tokens"));
  reply.send(200, server_api::json, Json(Json::Object{{"content", text}}).dump());
}

void Api::embeddings(const HttpRequest& request, Reply& reply) {
  const EmbeddingRequest wanted =
      read_embeddings(server_api::parse_body(request), tokenizer_, engine_.pooling());
  const auto job = std::make_shared<EmbeddingJob>(wanted.texts, wanted.pooling);
  server_api::submit(engine_, job);
  while (!job->is_done(server_api::patience)) {
    if (reply.is_gone()) return job->cancel();
  }
  try {
    reply.send(200, server_api::json, embeddings_answer(wanted, job->get(), name_).dump());
  } catch (const RequestError& error) {
    throw HttpError(400, error.what());
  }
}

void Api::completions(const HttpRequest& request, Reply& reply) {
  generate(read_completion(server_api::parse_body(request), tokenizer_, engine_.token_limit()),
           false, reply);
}

void Api::chat(const HttpRequest& request, Reply& reply) {
  generate(read_chat(server_api::parse_body(request), tokenizer_, engine_.token_limit()), true,
           reply);
}

void Api::generate(const CompletionRequest& wanted, bool is_chat, Reply& reply) {
  const auto generation = std::make_shared<Generation>(wanted.generation);
  server_api::submit(engine_, generation);
  Delivery delivery(*generation, wanted, tokenizer_, Answer(is_chat, name_), reply);
  wanted.streams ? delivery.stream() : delivery.send();
}

}  // namespace tern::server

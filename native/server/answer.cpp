#include "server/answer.h"

#include <atomic>
#include <ctime>
#include <utility>

#include "core/text.h"

namespace tern::server {
namespace server_answer {

std::int64_t now() { return static_cast<std::int64_t>(std::time(nullptr)); }

std::string make_id(bool is_chat) {
  static std::atomic<std::uint64_t> count = 0;
  return concat(is_chat ? "chatcmpl-" : "cmpl-", now(), "-", ++count);
}

Json usage_json(const Usage& usage) {
  return Json::Object{{"prompt_tokens", usage.prompt},
                      {"completion_tokens", usage.made},
                      {"total_tokens", usage.prompt + usage.made}};
}

std::string_view error_type(int status) {
  if (status == 401) return "authentication_error";
  if (status == 404 || status == 405) return "not_found_error";
  if (status == 503) return "unavailable_error";
  return status < 500 ? "invalid_request_error" : "server_error";
}

}  // namespace server_answer

Answer::Answer(bool is_chat, std::string model)
    : is_chat_(is_chat),
      model_(std::move(model)),
      id_(server_answer::make_id(is_chat)),
      created_(server_answer::now()) {}

Json::Object Answer::head(std::string_view object) const {
  return {{"id", id_}, {"object", object}, {"created", created_}, {"model", model_}};
}

std::string_view Answer::part_name() const {
  return is_chat_ ? "chat.completion.chunk" : "text_completion";
}

Json Answer::whole(std::string text, std::string_view finish, const Usage& usage) const {
  Json::Object choice{{"index", 0}};
  if (is_chat_) {
    choice.emplace_back("message",
                        Json::Object{{"role", "assistant"}, {"content", std::move(text)}});
  } else {
    choice.emplace_back("text", std::move(text));
  }
  choice.emplace_back("logprobs", nullptr);
  choice.emplace_back("finish_reason", finish);
  Json::Object answer = head(is_chat_ ? "chat.completion" : "text_completion");
  answer.emplace_back("choices", Json::Array{std::move(choice)});
  answer.emplace_back("usage", server_answer::usage_json(usage));
  return answer;
}

Json Answer::with_choice(Json::Object choice, Json finish) const {
  choice.emplace_back("index", 0);
  choice.emplace_back("finish_reason", std::move(finish));
  Json::Object answer = head(part_name());
  answer.emplace_back("choices", Json::Array{std::move(choice)});
  return answer;
}

Json Answer::opening() const {
  if (!is_chat_) return nullptr;
  return with_choice({{"delta", Json::Object{{"role", "assistant"}, {"content", ""}}}}, nullptr);
}

Json Answer::part(std::string text) const {
  if (!is_chat_) return with_choice({{"text", std::move(text)}}, nullptr);
  return with_choice({{"delta", Json::Object{{"content", std::move(text)}}}}, nullptr);
}

Json Answer::closing(std::string_view finish) const {
  if (!is_chat_) return with_choice({{"text", ""}}, finish);
  return with_choice({{"delta", Json::Object{}}}, finish);
}

Json Answer::usage(const Usage& usage) const {
  Json::Object answer = head(part_name());
  answer.emplace_back("choices", Json::Array{});
  answer.emplace_back("usage", server_answer::usage_json(usage));
  return answer;
}

std::string error_json(int status, const std::string& message) {
  return Json(Json::Object{{"error", Json::Object{{"code", status},
                                                  {"type", server_answer::error_type(status)},
                                                  {"message", message}}}})
      .dump();
}

}  // namespace tern::server

#include "server/delivery.h"

#include <exception>
#include <stdexcept>
#include <utility>

#include "server/json.h"

namespace tern::server {
namespace server_delivery {

/// How often to look whether the client is still there.
constexpr std::chrono::milliseconds patience{50};

std::string event(std::string_view data) { return "data: " + std::string(data) + "\n\n"; }

}  // namespace server_delivery

Delivery::Delivery(Generation& generation, const CompletionRequest& wanted,
                   const Tokenizer& tokenizer, Answer answer, Reply& reply)
    : generation_(generation),
      wanted_(wanted),
      tokenizer_(tokenizer),
      answer_(std::move(answer)),
      reply_(reply),
      text_(wanted.stops),
      usage_{static_cast<std::int64_t>(wanted.generation.prompt.size()), 0} {}

Delivery::~Delivery() { generation_.cancel(); }

std::string_view Delivery::follow(const std::function<bool(std::string)>& on_text) {
  while (!reply_.is_gone()) {
    const Generation::News news = generation_.wait(server_delivery::patience);
    for (const std::int32_t token : news.tokens) {
      ++usage_.made;
      if (!on_text(text_.push(tokenizer_.piece(token)))) return {};
      if (text_.stopped()) break;
    }
    if (news.end != GenerationEnd::none && !text_.stopped() && !on_text(text_.finish())) return {};
    if (text_.stopped() || news.end == GenerationEnd::stop) return "stop";
    if (news.end == GenerationEnd::length) return "length";
    if (news.end == GenerationEnd::error) throw std::runtime_error(news.error);
  }
  return {};
}

void Delivery::send() {
  std::string all;
  const std::string_view finish = follow([&](const std::string& text) {
    all += text;
    return true;
  });
  if (finish.empty()) return;
  reply_.send(200, "application/json", answer_.whole(std::move(all), finish, usage_).dump());
}

bool Delivery::put(const Json& event) {
  return event.is_null() || reply_.part(server_delivery::event(event.dump()));
}

void Delivery::stream() {
  reply_.start("text/event-stream");
  put(answer_.opening());
  try {
    const std::string_view finish = follow(
        [&](std::string text) { return text.empty() || put(answer_.part(std::move(text))); });
    if (finish.empty()) return;
    put(answer_.closing(finish));
    if (wanted_.streams_usage) put(answer_.usage(usage_));
    reply_.part(server_delivery::event("[DONE]"));
  } catch (const std::exception& error) {
    reply_.part(server_delivery::event(error_json(500, error.what())));
  }
  reply_.end();
}

}  // namespace tern::server

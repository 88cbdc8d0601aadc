#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "server/json.h"

namespace tern::server {

struct Usage {
  std::int64_t prompt = 0;
  std::int64_t made = 0;
};

/// The JSON of one answer: of a text, or of a chat.
class Answer {
 public:
  Answer(bool is_chat, std::string model);

  /// `finish` is "stop" or "length".
  Json whole(std::string text, std::string_view finish, const Usage& usage) const;
  /// The first of a stream, which for chats says who speaks; null for texts.
  Json opening() const;
  Json part(std::string text) const;
  Json closing(std::string_view finish) const;
  Json usage(const Usage& usage) const;

 private:
  Json::Object head(std::string_view object) const;
  Json with_choice(Json::Object choice, Json finish) const;
  std::string_view part_name() const;

  bool is_chat_;
  std::string model_;
  std::string id_;
  std::int64_t created_;
};

/// {"error": {…}}
std::string error_json(int status, const std::string& message);

}  // namespace tern::server

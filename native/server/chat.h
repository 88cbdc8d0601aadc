#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "server/json.h"
#include "tern/tokenizer.h"

namespace tern::server {

struct ChatMessage {
  std::string role;
  std::string content;
};

/// What a conversation looks like to the model, which is to go on as the assistant.
struct ChatPrompt {
  std::vector<std::int32_t> tokens;
  std::vector<std::int32_t> end_tokens{};
  std::vector<std::string> stops{};
};

/// Reads `messages`. Throws HttpError 400.
std::vector<ChatMessage> read_messages(const Json& body);

/// Built in, not the template of the file: ChatML where the vocabulary has its control tokens, else
/// lines that begin with the role.
ChatPrompt make_chat_prompt(const Tokenizer& tokenizer, const std::vector<ChatMessage>& messages);

}  // namespace tern::server

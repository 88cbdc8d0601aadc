#include "server/chat.h"

#include <algorithm>
#include <array>

#include "core/text.h"
#include "server/fields.h"

namespace tern::server {
namespace server_chat {

constexpr std::array<std::string_view, 3> roles{"system", "user", "assistant"};

/// A text, or a list of parts {"type": "text", "text": …}.
std::string read_content(const Fields& message) {
  const Json* content = message.find("content");
  if (content == nullptr) Fields::fail("content", "a text or a list of texts");
  if (content->array() == nullptr) return message.text("content", "");
  std::string text;
  for (const Json& part : *content->array()) {
    const Fields fields(part);
    if (fields.text("type", "") != "text") Fields::fail("type", "\"text\"");
    text += fields.text("text", "");
  }
  return text;
}

ChatMessage read_message(const Json& json) {
  const Fields fields(json);
  ChatMessage message{fields.text("role", ""), read_content(fields)};
  if (message.role == "developer") message.role = "system";
  if (std::find(roles.begin(), roles.end(), message.role) == roles.end())
    Fields::fail("role", "system, user or assistant");
  return message;
}

ChatPrompt with_control_tokens(const Tokenizer& tokenizer, const std::vector<ChatMessage>& messages,
                               std::int32_t start, std::int32_t end) {
  const std::vector<std::int32_t> begin = tokenizer.encode("");
  ChatPrompt prompt{begin, {end}};
  const auto append = [&](const std::string& text) {
    // The beginning token comes once only.
    const std::vector<std::int32_t> tokens = tokenizer.encode(text);
    prompt.tokens.insert(prompt.tokens.end(),
                         tokens.begin() + static_cast<std::ptrdiff_t>(begin.size()), tokens.end());
  };
  for (const ChatMessage& message : messages) {
    prompt.tokens.push_back(start);
    append(concat(message.role, "\n", message.content));
    prompt.tokens.push_back(end);
    append("\n");
  }
  prompt.tokens.push_back(start);
  append("assistant\n");
  return prompt;
}

ChatPrompt with_lines(const Tokenizer& tokenizer, const std::vector<ChatMessage>& messages) {
  std::string text;
  for (const ChatMessage& message : messages)
    text += concat(message.role, ": ", message.content, "\n");
  return {tokenizer.encode(text + "assistant:"), {}, {"\nuser:", "\nsystem:"}};
}

}  // namespace server_chat

std::vector<ChatMessage> read_messages(const Json& body) {
  const Json* list = body.find("messages");
  if (list == nullptr || list->array() == nullptr || list->array()->empty())
    Fields::fail("messages", "a list of messages, not empty");
  std::vector<ChatMessage> messages;
  for (const Json& json : *list->array()) messages.push_back(server_chat::read_message(json));
  return messages;
}

ChatPrompt make_chat_prompt(const Tokenizer& tokenizer, const std::vector<ChatMessage>& messages) {
  const std::int32_t start = tokenizer.find("<|im_start|>");
  const std::int32_t end = tokenizer.find("<|im_end|>");
  return start >= 0 && end >= 0 ? server_chat::with_control_tokens(tokenizer, messages, start, end)
                                : server_chat::with_lines(tokenizer, messages);
}

}  // namespace tern::server

#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "server/answer.h"
#include "server/completion.h"
#include "server/connection.h"
#include "server/text_stream.h"
#include "tern/tokenizer.h"

namespace tern::server {

/// Brings what a generation makes to the client, at once or as it comes. Cancels the generation
/// when nobody waits for it any more.
class Delivery {
 public:
  Delivery(Generation& generation, const CompletionRequest& wanted, const Tokenizer& tokenizer,
           Answer answer, Reply& reply);
  ~Delivery();
  Delivery(const Delivery&) = delete;
  Delivery& operator=(const Delivery&) = delete;

  void send();
  void stream();

 private:
  /// Hands on each piece of text, false ends it. Gives why the text ended; empty if nobody waits.
  /// Throws std::runtime_error if the generation failed.
  std::string_view follow(const std::function<bool(std::string)>& on_text);
  bool put(const Json& event);

  Generation& generation_;
  const CompletionRequest& wanted_;
  const Tokenizer& tokenizer_;
  Answer answer_;
  Reply& reply_;
  TextStream text_;
  Usage usage_;
};

}  // namespace tern::server

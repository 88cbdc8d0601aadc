#pragma once

#include <memory>
#include <string>

#include "server/completion.h"
#include "server/connection.h"
#include "server/engine.h"
#include "tern/model.h"
#include "tern/tokenizer.h"

namespace tern::server {

/// What the server answers on its paths. Any number of threads may call it.
class Api {
 public:
  /// `name` is how the model is called towards clients; with a key, clients must send it as
  /// "Authorization: Bearer KEY".
  Api(Engine& engine, const Tokenizer& tokenizer, std::string name, std::string key);

  void handle(const HttpRequest& request, Reply& reply);

 private:
  void health(const HttpRequest& request, Reply& reply);
  void models(const HttpRequest& request, Reply& reply);
  void slots(const HttpRequest& request, Reply& reply);
  void embeddings(const HttpRequest& request, Reply& reply);
  void completions(const HttpRequest& request, Reply& reply);
  void chat(const HttpRequest& request, Reply& reply);
  void tokenize(const HttpRequest& request, Reply& reply);
  void detokenize(const HttpRequest& request, Reply& reply);

  void expect_key(const HttpRequest& request) const;
  void generate(const CompletionRequest& wanted, bool is_chat, Reply& reply);

  Engine& engine_;
  const Tokenizer& tokenizer_;
  std::string name_;
  std::string key_;
};

}  // namespace tern::server

#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/vocabulary.h"
#include "tern/tokenizer.h"

namespace tern {

using TokenizerFactory = std::function<std::unique_ptr<const Tokenizer>(Vocabulary)>;

/// Kinds of tokenizers, by the value of tokenizer.ggml.model.
class TokenizerTable {
 public:
  void add(std::string name, TokenizerFactory factory) {
    factories_.insert_or_assign(std::move(name), std::move(factory));
  }
  const std::map<std::string, TokenizerFactory, std::less<>>& factories() const {
    return factories_;
  }

 private:
  std::map<std::string, TokenizerFactory, std::less<>> factories_;
};

/// Generated from the file names in io/tokenizers/.
void register_tokenizers(TokenizerTable& table);

}  // namespace tern

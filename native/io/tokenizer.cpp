#include "tern/tokenizer.h"

#include <utility>

#include "core/text.h"
#include "io/tokenizer_table.h"

namespace tern {

std::unique_ptr<const Tokenizer> Tokenizer::load(const Gguf& file) {
  TokenizerTable table;
  register_tokenizers(table);
  Vocabulary vocabulary(file);
  const std::string name = vocabulary.text_value("model", "");
  const auto it = table.factories().find(name);
  if (it != table.factories().end()) return it->second(std::move(vocabulary));
  std::string known;
  for (const auto& [other, factory] : table.factories())
    known += concat(known.empty() ? "" : ", ", other);
  vocabulary.fail("model", concat("one of ", known), concat("'", name, "'"));
}

}  // namespace tern

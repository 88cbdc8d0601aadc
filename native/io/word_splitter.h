#pragma once

#include <string_view>
#include <vector>

namespace tern {

/// How a text is cut before byte pairs are joined inside each part.
struct SplitRules {
  bool case_sensitive_contractions = true;  ///< 's, 'll, … only in lower case
  bool keeps_spaces_single = true;  ///< a letter run takes only a space before it, not any sign
  int max_digits = 0;               ///< digits per part; 0: any number
  bool splits_after_newlines = false;
};

/// The rules of "gpt-2", "llama-bpe" or "qwen2"; null for another name.
const SplitRules* find_split_rules(std::string_view name);

/// Parts of the text, without gaps.
std::vector<std::string_view> split_words(std::string_view text, const SplitRules& rules);

}  // namespace tern

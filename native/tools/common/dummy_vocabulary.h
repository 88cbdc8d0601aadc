#pragma once

#include "tools/common/gguf_file.h"

namespace tern::tools {

/// Tokens of the vocabulary of dummy models: the bytes, some pairs of them, the end.
inline constexpr std::int64_t dummy_vocab_size = 272;

/// Adds the keys of the vocabulary: byte pairs that are split as GPT-2 does it.
void add_dummy_vocabulary(GgufContent& content);

}  // namespace tern::tools

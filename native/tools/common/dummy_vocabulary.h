#pragma once

#include <cstdint>
#include <string_view>

#include "tools/common/gguf_file.h"

namespace tern::tools {

/// Tokens of the vocabulary of dummy models: the bytes, some pairs of them, the end; qwen3tts has
/// so many sounds that the rest is unused.
std::int64_t dummy_vocab_size(std::string_view architecture);

/// Adds the keys of the vocabulary of so many tokens: byte pairs that are split as GPT-2 does it.
void add_dummy_vocabulary(GgufContent& content, std::int64_t size);

}  // namespace tern::tools

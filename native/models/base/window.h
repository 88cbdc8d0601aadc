#pragma once

#include <cstdint>

namespace tern {

/// Which tokens of its sequence a token sees. Layers with equal windows share cells and mask.
struct Window {
  enum class Kind : std::uint8_t {
    all,        ///< every token (if causal: not behind it)
    sliding,    ///< the last `size` tokens, itself among them
    chunked,    ///< those of its own run of `size` positions
    symmetric,  ///< size / 2 tokens to both sides
    step,       ///< those computed together with it; nothing is kept
  };
  Kind kind = Kind::all;
  std::int64_t size = 0;  ///< positions; without meaning for all and step

  bool operator==(const Window&) const = default;
};

/// True if a token at position `from` may see one at position `to`, were it not for causality.
bool reaches(const Window& window, std::int64_t from, std::int64_t to);

}  // namespace tern

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tern/model.h"
#include "tests/support/gguf_writer.h"

namespace tern {

/// A key or tensor that a test wants to be missing.
struct ModelRecipe {
  std::string architecture = "llama";
  std::string without{};       ///< full name
  bool grouped_heads = false;  ///< half as many heads of keys as of queries
  bool classifier = false;     ///< with three scores
  int drafts = 0;              ///< draft heads; only of hy_v3
  bool trunk = true;           ///< its two layers
};

inline constexpr std::int32_t tiny_vocab = 48;
inline constexpr std::int32_t tiny_context = 40;

/// A file of a model with two layers and random weights, a few tens of kilobytes.
std::string tiny_model_bytes(const ModelRecipe& recipe = {});
std::shared_ptr<const Model> tiny_model(const ModelRecipe& recipe = {});

}  // namespace tern

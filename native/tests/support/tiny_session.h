#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tern/session.h"
#include "tests/support/model_maker.h"

namespace tern {

/// Fills positions 0 to 9.
inline const std::vector<std::int32_t> tiny_prompt{3, 14, 15, 9, 26, 5, 35, 8, 9, 7};

/// Tiny models that differ in what sessions have to do for them.
inline std::vector<ModelRecipe> tiny_recipes() {
  return {{.architecture = "llama"},
          {.architecture = "qwen2"},
          {.architecture = "gpt2"},
          {.grouped_heads = true}};
}

/// Logits that outlive the next step.
inline std::vector<float> decode(Session& session, const Batch& batch) {
  const auto logits = session.decode(batch);
  return {logits.begin(), logits.end()};
}

/// The logits of all of tiny_prompt, from a session of its own.
inline std::vector<float> prefill(const std::shared_ptr<const Model>& model,
                                  const SessionOptions& options) {
  Session session(model, options);
  return decode(session, make_batch(tiny_prompt, 0, WantLogits::all));
}

}  // namespace tern

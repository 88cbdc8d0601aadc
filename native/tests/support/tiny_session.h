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

/// What the model says behind tiny_prompt in a sequence.
inline std::vector<float> ask_behind(Session& session, std::int32_t sequence = 0) {
  return decode(session, {{11, 10, sequence, true}});
}

/// The same, from a session of its own.
inline std::vector<float> expected_behind(const std::shared_ptr<const Model>& model) {
  Session session(model);
  session.decode(make_batch(tiny_prompt, 0, WantLogits::none));
  return ask_behind(session);
}

inline void read_prompt(Session& session, std::int32_t sequence = 0) {
  session.decode(make_batch(tiny_prompt, 0, WantLogits::none, sequence));
}

inline std::vector<std::shared_ptr<const Model>> tiny_models() {
  std::vector<std::shared_ptr<const Model>> all;
  for (const char* architecture : {"llama", "qwen2", "gpt2"})
    all.push_back(tiny_model({.architecture = architecture}));
  return all;
}

}  // namespace tern

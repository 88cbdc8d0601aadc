#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "tern/sampler.h"

namespace tern::server {

/// What to generate.
struct GenerationOptions {
  std::vector<std::int32_t> prompt;  ///< not empty
  std::int64_t max_tokens = 1;       ///< at least 1
  SamplingOptions sampling{};
  std::vector<std::int32_t> end_tokens{};  ///< end the text and are not part of it
};

enum class GenerationEnd {
  none,
  length,  ///< max_tokens were made
  stop,    ///< the text ended by itself
  error
};

/// Tokens on their way from the engine, which makes them, to one reader.
class Generation {
 public:
  explicit Generation(GenerationOptions wanted) : options(std::move(wanted)) {}

  const GenerationOptions options;

  struct News {
    std::vector<std::int32_t> tokens;  ///< since the last call
    GenerationEnd end = GenerationEnd::none;
    std::string error;
  };

  /// For the reader: waits until there are tokens, or the end, or `limit` is over.
  News wait(std::chrono::milliseconds limit);
  /// For the reader: nothing more is wanted.
  void cancel();

  /// For the engine.
  void push(std::int32_t token);
  void finish(GenerationEnd end, std::string error = {});
  bool is_cancelled() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::int32_t> tokens_;
  GenerationEnd end_ = GenerationEnd::none;
  std::string error_;
  bool cancelled_ = false;
};

}  // namespace tern::server

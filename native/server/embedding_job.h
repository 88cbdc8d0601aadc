#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <future>
#include <utility>
#include <vector>

#include "tern/session.h"

namespace tern::server {

/// Texts on their way to the engine, and what stands for them on the way back.
class EmbeddingJob {
 public:
  using Texts = std::vector<std::vector<std::int32_t>>;
  using Rows = std::vector<std::vector<float>>;

  EmbeddingJob(Texts texts, Pooling pooling)
      : texts_(std::move(texts)), pooling_(pooling), result_(promise_.get_future()) {}

  Pooling pooling() const { return pooling_; }
  const Texts& texts() const { return texts_; }

  /// For the one who asked: true once get() does not wait.
  bool is_done(std::chrono::milliseconds limit) const {
    return result_.wait_for(limit) == std::future_status::ready;
  }
  /// A row for each text. Throws what went wrong.
  Rows get() { return result_.get(); }
  void cancel() { cancelled_ = true; }

  /// For the engine: the text that is to come, until all are done.
  bool is_over() const { return cancelled_ || rows_.size() == texts_.size(); }
  const std::vector<std::int32_t>& next() const { return texts_[rows_.size()]; }
  void add(std::vector<float> row);
  void fail(std::exception_ptr error);

 private:
  const Texts texts_;
  const Pooling pooling_;
  Rows rows_;
  std::promise<Rows> promise_;
  std::future<Rows> result_;
  std::atomic<bool> cancelled_ = false;
};

}  // namespace tern::server

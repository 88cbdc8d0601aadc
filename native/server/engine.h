#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "server/embedding_job.h"
#include "server/slot.h"
#include "tern/session.h"

namespace tern::server {

struct EngineOptions {
  std::int32_t slots = 4;        ///< generations that are computed together
  std::size_t queue_limit = 64;  ///< generations that wait for a slot, and embeddings
  SessionOptions session{};
};

/// Computes generations, several in each step. All share the cache: whoever needs a cell takes one.
/// Where it is full, the generation that began last gives back its cells, waits until another has
/// ended and is computed again; so each that fits alone comes to its end.
class Engine {
 public:
  Engine(std::shared_ptr<const Model> model, EngineOptions options);
  /// Ends what is under way with an error.
  ~Engine();

  /// Takes a generation on. Gives false if too many wait already. Throws RequestError if it can not
  /// fit into the cache even alone, or asks for what the model does not have.
  bool submit(std::shared_ptr<Generation> generation);

  /// The same for texts to embed, one of which is computed between two steps of generations.
  bool submit(std::shared_ptr<EmbeddingJob> job);
  /// How texts are pooled if a client does not say.
  Pooling pooling() const { return pooling_; }

  /// The most tokens that a prompt and its answer may have together.
  std::int64_t token_limit() const { return token_limit_; }
  /// The number of generations that wait for a slot.
  std::int64_t waiting() const;
  /// Which slots are at work.
  std::vector<bool> busy() const;

 private:
  void work();
  // These run with the lock.
  void drop_cancelled();
  void admit();
  Batch plan();
  std::vector<std::int64_t> shares() const;
  void give_up_youngest();
  void release(std::size_t index);
  void fail_all(const std::string& message);
  std::int64_t claimed() const;
  std::int64_t running() const;

  void choose(std::span<const float> logits);
  void step(std::unique_lock<std::mutex>& lock);
  void embed(std::unique_lock<std::mutex>& lock);
  void make_room(std::int64_t tokens);

  std::shared_ptr<const Model> model_;
  EngineOptions options_;
  Session session_;
  std::int64_t token_limit_;
  Pooling pooling_;

  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::deque<Slot> queue_;
  std::deque<std::shared_ptr<EmbeddingJob>> jobs_;
  std::vector<std::optional<Slot>> slots_;
  std::vector<std::uint64_t> begun_;  // when each slot began, as a count
  std::uint64_t count_ = 0;
  bool crowded_ = false;  // since a slot gave its cells back, none has ended
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace tern::server

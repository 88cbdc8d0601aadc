#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tern/batch.h"
#include "tern/model.h"
#include "tern/type.h"

namespace tern {

/// How several devices share the work.
enum class DeviceSplit : std::uint8_t {
  layer,   ///< each has some of the layers
  tensor,  ///< each has parts of all layers: some heads, some of the width of feed-forward blocks
};

/// Which tokens of its sequence a token sees.
enum class Sight : std::uint8_t {
  as_trained,
  backward,  ///< those not behind it
  all,       ///< all of its batch and of the cache
};

/// What stands for a text, from the states of its tokens behind the last norm.
enum class Pooling : std::uint8_t {
  none,   ///< the state of each wanted token
  mean,   ///< of all tokens of the sequence
  first,  ///< of that with the lowest position
  last,   ///< of that with the highest
  rank,   ///< what a classifier makes of the last (if tokens do not see later ones), or the first
};

/// How the model's file says that texts are to be pooled (pooling_type). Nothing if it does not
/// say. Throws ModelError for what is no pooling.
std::optional<Pooling> trained_pooling(const Model& model);

/// Which layers of a model a session holds. It has memory for no others. Models that have nothing
/// but draft heads give these in any case.
enum class HeldLayers : std::uint8_t {
  trunk,   ///< those that logits come from
  drafts,  ///< those of the draft heads, which predict the token behind the next one
};

struct SessionOptions {
  std::int64_t context = 0;       ///< tokens that the cache holds, of all sequences; 0: as trained
  std::int64_t batch_size = 512;  ///< tokens computed at once; longer batches are split
  std::int64_t sequences = 8;     ///< that recurrent models, and sliding windows, hold at once
  int threads = 1;
  Type cache_type = Type::f32;   ///< f32, f16 or bf16
  bool flash_attention = false;  ///< attention as one op, with no matrix of weights in memory
  /// Keep tokens behind sliding windows too: more memory, but sequences can be cut anywhere.
  bool whole_windows = false;
  Sight sight = Sight::as_trained;
  HeldLayers held = HeldLayers::trunk;
  std::string backend = "cpu";
  std::vector<std::string> devices = {};  ///< several, in place of `backend`; one may come twice
  DeviceSplit split = DeviceSplit::layer;
  std::vector<double> shares = {};  ///< of the devices; none: equal ones
};

/// Bytes. `weights` are those of the file, `copies` what the backend has made of them for faster
/// kernels, when they were first used. `compute_reserved` is what the largest possible step needs;
/// `compute_peak` is the most that a step has needed so far.
struct MemoryUse {
  std::size_t weights = 0;
  std::size_t copies = 0;
  std::size_t cache = 0;
  std::size_t compute_reserved = 0;
  std::size_t compute_peak = 0;
};

/// A row of each for every wanted token; valid until the session's next call.
struct DraftRows {
  std::span<const float> logits;  ///< vocab_size() floats each
  std::span<const float> states;  ///< embedding_length() floats each: what draft heads go on from
};

/// Computes logits with one model and keeps what it has seen in a cache. One thread at a time may
/// use it; it starts threads of its own.
class Session {
 public:
  /// Throws RequestError for options out of range, and for draft heads that the model has not.
  /// Reserves all memory now.
  explicit Session(std::shared_ptr<const Model> model, const SessionOptions& options = {});
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Gives the logits of the entries that want them, in order, vocab_size() floats each. The span
  /// is valid until the next call. Throws RequestError, and then leaves the cache as it was, if an
  /// entry is out of range or the cache is full.
  std::span<const float> decode(const Batch& batch);

  /// Gives embeddings in place of logits, embedding_length() floats each (scores of the model's
  /// classifier for `rank`): with Pooling::none of the wanted tokens in order, else one for each
  /// sequence of the batch in the order of their first tokens. Otherwise as decode(). Throws
  /// RequestError for `rank` too if the model has no classifier.
  std::span<const float> embed(const Batch& batch, Pooling pooling = Pooling::none);

  /// As decode(), and gives the states too.
  DraftRows decode_with_states(const Batch& batch);

  /// In a session that holds draft heads, the only way to compute: the logits of the token behind
  /// the next one, by one of the heads. The batch has the next tokens at their positions; `states`
  /// has a row for each of its entries: the state of the token before it, which comes from the
  /// trunk or, for one more token, from an earlier call. Otherwise as decode(). Throws RequestError
  /// for too few states, or for a head that is not there.
  DraftRows draft(const Batch& batch, std::span<const float> states, std::size_t head = 0);

  /// These work on positions from `first` to before `last` of a sequence; last < 0: to the end.
  /// They throw RequestError, and change nothing, where the model's memory cannot be cut there:
  /// recurrent states can only be forgotten and copied as a whole, and the end of a
  /// sequence cannot go where tokens that sliding windows showed before it are dropped already.
  void forget(std::int32_t sequence, std::int32_t first = 0, std::int32_t last = -1);
  /// Lets `to` go on from what `from` has, without taking more room where that is possible.
  void copy(std::int32_t from, std::int32_t to, std::int32_t first = 0, std::int32_t last = -1);
  /// Adds `delta` to the positions, as if the tokens had been there from the start: keys are turned
  /// likewise. Also throws if other sequences share the tokens, or a position would be below 0.
  void shift(std::int32_t sequence, std::int32_t first, std::int32_t last, std::int32_t delta);
  /// Forgets all other sequences.
  void keep(std::int32_t sequence);

  /// What the session holds of all sequences, or of one. Weights are not part of it.
  std::vector<std::byte> save() const;
  std::vector<std::byte> save(std::int32_t sequence) const;
  /// Brings it back, in place of all that is there, or of what the sequence has. Throws FileError
  /// for bytes that are cut off or of something else and RequestError for those of another model,
  /// another type of cache or for which there is no room; and then changes nothing.
  void restore(std::span<const std::byte> state);
  void restore(std::span<const std::byte> state, std::int32_t sequence);
  /// The same with a file.
  void save_file(const std::filesystem::path& path) const;
  void save_file(const std::filesystem::path& path, std::int32_t sequence) const;
  void restore_file(const std::filesystem::path& path);
  void restore_file(const std::filesystem::path& path, std::int32_t sequence);

  /// The position behind the last token of a sequence.
  std::int32_t next_position(std::int32_t sequence = 0) const;

  const Model& model() const;
  std::int64_t context() const;
  /// Tokens in the cache.
  std::int64_t used() const;
  MemoryUse memory() const;

 private:
  class Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace tern

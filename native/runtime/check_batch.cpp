#include "runtime/check_batch.h"

#include <string>

#include "core/text.h"
#include "tern/error.h"

namespace tern {
namespace runtime_check_batch {

void check_entry(const BatchEntry& entry, const ModelShape& shape) {
  if (entry.token < 0 || entry.token >= shape.vocab) {
    throw RequestError(
        concat("[batch] expected a token from 0 to ", shape.vocab - 1, ", got ", entry.token));
  }
  if (entry.position < 0 || (shape.max_position > 0 && entry.position >= shape.max_position)) {
    throw RequestError(
        concat("[batch] expected a position from 0 to ",
               shape.max_position > 0 ? concat(shape.max_position - 1) : std::string("2^31 - 1"),
               ", got ", entry.position));
  }
  if (entry.sequence < 0)
    throw RequestError(concat("[batch] expected a sequence >= 0, got ", entry.sequence));
}

}  // namespace runtime_check_batch

std::int64_t checked_option(std::string_view option, std::int64_t value) {
  constexpr std::int64_t limit = std::int64_t{1} << 30;
  if (value < 1 || value > limit) {
    throw RequestError(
        concat("[session] expected ", option, " from 1 to ", limit, ", got ", value));
  }
  return value;
}

void check_batch(const Batch& batch, const ModelShape& shape, std::int64_t batch_size) {
  for (const BatchEntry& entry : batch) runtime_check_batch::check_entry(entry, shape);
  // A part would not see those that come later.
  if (!shape.causal && static_cast<std::int64_t>(batch.size()) > batch_size) {
    throw RequestError(concat("[batch] expected at most ", batch_size,
                              " tokens, as they see each other, got ", batch.size()));
  }
}

}  // namespace tern

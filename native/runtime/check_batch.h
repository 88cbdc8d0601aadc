#pragma once

#include <cstdint>
#include <string_view>

#include "models/base/architecture.h"
#include "tern/batch.h"

namespace tern {

/// Gives an option of a session back. Throws RequestError unless it is 1 to 2^30.
std::int64_t checked_option(std::string_view option, std::int64_t value);

/// Throws RequestError if an entry is out of what the model has.
void check_batch(const Batch& batch, const ModelShape& shape, std::int64_t batch_size);

}  // namespace tern

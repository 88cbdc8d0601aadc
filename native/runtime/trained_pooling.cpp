#include <array>

#include "core/text.h"
#include "models/base/metadata.h"
#include "tern/session.h"

namespace tern {

std::optional<Pooling> trained_pooling(const Model& model) {
  constexpr const char* key = "pooling_type";
  constexpr std::array by_number{Pooling::none, Pooling::mean, Pooling::first, Pooling::last,
                                 Pooling::rank};
  const Metadata metadata(model.file(), model.architecture_name());
  if (!metadata.has(key)) return std::nullopt;
  const std::int64_t number = metadata.integer_or(key, 0);
  if (number < 0 || number >= std::ssize(by_number))
    metadata.fail(key, concat("0 to ", by_number.size() - 1), concat(number));
  return by_number[static_cast<std::size_t>(number)];
}

}  // namespace tern

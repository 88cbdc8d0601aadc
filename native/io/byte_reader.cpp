#include "io/byte_reader.h"

#include "core/text.h"
#include "tern/error.h"

namespace tern {

void ByteReader::fail(std::string_view message) const {
  throw FileError(concat("[gguf] ", label_, ": at byte ", position_, ": ", message));
}

const std::byte* ByteReader::take(std::size_t count, std::string_view what) {
  if (count > remaining()) {
    fail(concat("file ends inside ", what, ": expected ", count, " more bytes, got ", remaining()));
  }
  const std::byte* start = bytes_.data() + position_;
  position_ += count;
  return start;
}

std::string ByteReader::read_string(std::string_view what) {
  const std::uint64_t size = read_count(what, 1);
  const std::byte* start = take(static_cast<std::size_t>(size), what);
  return {reinterpret_cast<const char*>(start), static_cast<std::size_t>(size)};
}

std::uint64_t ByteReader::read_count(std::string_view what, std::size_t least_bytes) {
  const auto count = read<std::uint64_t>(what);
  if (count > remaining() / least_bytes) {
    fail(concat("file ends inside ", what, ": it announces ", count, " elements, but only ",
                remaining(), " bytes are left"));
  }
  return count;
}

}  // namespace tern

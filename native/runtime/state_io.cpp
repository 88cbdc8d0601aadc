#include "runtime/state_io.h"

#include <cstring>

#include "core/text.h"
#include "runtime/devices/kept_matrix.h"
#include "tern/error.h"

namespace tern {
void StateWriter::numbers(std::span<const std::int32_t> values) {
  number(static_cast<std::uint64_t>(values.size()));
  bytes(std::as_bytes(values));
}

void StateWriter::text(std::string_view text) {
  number(static_cast<std::uint64_t>(text.size()));
  bytes(std::as_bytes(std::span(text)));
}

void StateWriter::bytes(std::span<const std::byte> bytes) {
  out_.insert(out_.end(), bytes.begin(), bytes.end());
}

void StateWriter::rows(const KeptMatrix& matrix, std::span<const std::int32_t> rows) {
  const std::size_t start = out_.size();
  out_.resize(start + rows.size() * matrix.row_bytes());
  matrix.read(rows, std::span(out_).subspan(start));
}

std::span<const std::byte> StateReader::bytes(std::size_t count) {
  if (count > left_.size()) {
    throw FileError(
        concat("[state] expected ", count, " more bytes, got ", left_.size(), ": it is cut off"));
  }
  const auto first = left_.first(count);
  left_ = left_.subspan(count);
  return first;
}

void StateReader::copy(std::span<const std::byte> from, void* to) {
  if (!from.empty()) std::memcpy(to, from.data(), from.size());
}

std::vector<std::int32_t> StateReader::numbers() {
  const auto count = number<std::uint64_t>();
  // Divided, so that a wild number cannot overflow.
  if (count > left_.size() / sizeof(std::int32_t)) bytes(left_.size() + 1);
  std::vector<std::int32_t> values(static_cast<std::size_t>(count));
  copy(bytes(values.size() * sizeof(std::int32_t)), values.data());
  return values;
}

std::string StateReader::text() {
  const auto count = number<std::uint64_t>();
  const auto found = bytes(count > left_.size() ? left_.size() + 1 : count);
  return {reinterpret_cast<const char*>(found.data()), found.size()};
}

void StateReader::expect_end() const {
  if (!left_.empty())
    throw FileError(concat("[state] expected the end, got ", left_.size(), " more bytes"));
}

}  // namespace tern

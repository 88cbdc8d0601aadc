#include "runtime/state_io.h"

#include <cstring>

#include "core/backend.h"
#include "core/text.h"
#include "tern/error.h"

namespace tern {
namespace runtime_state_io {

/// How many of the first rows come one after another in the tensor too.
std::size_t run_length(std::span<const std::int32_t> rows) {
  std::size_t length = 1;
  while (length < rows.size() && rows[length] == rows[length - 1] + 1) ++length;
  return length;
}

/// Neighbouring rows as a tensor of their own.
Tensor part(const Tensor& tensor, std::int32_t first, std::size_t count) {
  Tensor rows = tensor;
  rows.shape[1] = static_cast<std::int64_t>(count);
  rows.data = tensor.row(first);
  return rows;
}

}  // namespace runtime_state_io

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

void StateWriter::rows(Backend& backend, const Tensor& tensor, std::span<const std::int32_t> rows) {
  using namespace runtime_state_io;
  while (!rows.empty()) {
    const std::size_t count = run_length(rows);
    const std::size_t start = out_.size();
    const std::size_t size = count * tensor.stride[1];
    out_.resize(start + size);
    backend.read(part(tensor, rows.front(), count), out_.data() + start, size);
    rows = rows.subspan(count);
  }
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

void write_rows(Backend& backend, const Tensor& tensor, std::span<const std::int32_t> rows,
                std::span<const std::byte> bytes) {
  using namespace runtime_state_io;
  while (!rows.empty()) {
    const std::size_t count = run_length(rows);
    const std::size_t size = count * tensor.stride[1];
    Tensor target = part(tensor, rows.front(), count);
    backend.write(target, bytes.data(), size);
    bytes = bytes.subspan(size);
    rows = rows.subspan(count);
  }
}

}  // namespace tern

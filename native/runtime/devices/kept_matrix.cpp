#include "runtime/devices/kept_matrix.h"

#include <algorithm>

namespace tern {
namespace runtime_kept_matrix {

/// How many of the first rows come one after another in the matrix too.
std::size_t run_length(std::span<const std::int32_t> rows) {
  std::size_t length = 1;
  while (length < rows.size() && rows[length] == rows[length - 1] + 1) ++length;
  return length;
}

/// Neighbouring rows as a tensor of their own.
Tensor some_rows(const Tensor& tensor, std::int32_t first, std::size_t count) {
  Tensor rows = tensor;
  rows.shape[1] = static_cast<std::int64_t>(count);
  rows.data = tensor.row(first);
  return rows;
}

/// Calls `move(rows of the tensor, bytes from the start)` for each run of neighbours.
template <class Move>
void each_run(const Tensor& tensor, std::span<const std::int32_t> rows, const Move& move) {
  std::size_t start = 0;
  while (!rows.empty()) {
    const std::size_t count = run_length(rows);
    move(some_rows(tensor, rows.front(), count), start);
    start += count * tensor.stride[1];
    rows = rows.subspan(count);
  }
}

void read_rows(Backend& backend, const Tensor& tensor, std::span<const std::int32_t> rows,
               std::byte* bytes) {
  each_run(tensor, rows, [&](const Tensor& some, std::size_t start) {
    backend.read(some, bytes + start, byte_span(some));
  });
}

void write_rows(Backend& backend, const Tensor& tensor, std::span<const std::int32_t> rows,
                const std::byte* bytes) {
  each_run(tensor, rows, [&](Tensor some, std::size_t start) {
    backend.write(some, bytes + start, byte_span(some));
  });
}

/// Calls `move(part, its first byte in a row of all, its bytes of a row)` from left to right.
template <class Move>
void each_part(const std::vector<KeptMatrix::Part>& parts, const Move& move) {
  std::size_t column = 0;
  for (const KeptMatrix::Part& part : parts) {
    const std::size_t width = part.tensor.stride[1];
    move(part, column, width);
    column += width;
  }
}

}  // namespace runtime_kept_matrix

std::vector<KeptMatrix::Part> KeptMatrix::parts() const {
  if (spread_.kind == Spread::Kind::whole) return {{devices_[spread_.home], plain_}};
  std::vector<Part> parts;
  for (std::size_t device = 0; device < devices_.count(); ++device) {
    if (spread_.parts[device] != nullptr)
      parts.push_back({devices_[device], *spread_.parts[device]});
  }
  return parts;
}

void KeptMatrix::read(std::span<const std::int32_t> rows, std::span<std::byte> bytes) const {
  using namespace runtime_kept_matrix;
  each_part(parts(), [&](const Part& part, std::size_t column, std::size_t width) {
    if (width == row_bytes()) return read_rows(part.backend, part.tensor, rows, bytes.data());
    std::vector<std::byte> some(rows.size() * width);
    read_rows(part.backend, part.tensor, rows, some.data());
    for (std::size_t i = 0; i < rows.size(); ++i)
      std::copy_n(some.data() + i * width, width, bytes.data() + i * row_bytes() + column);
  });
}

void KeptMatrix::write(std::span<const std::int32_t> rows, std::span<const std::byte> bytes) const {
  using namespace runtime_kept_matrix;
  each_part(parts(), [&](const Part& part, std::size_t column, std::size_t width) {
    if (width == row_bytes()) return write_rows(part.backend, part.tensor, rows, bytes.data());
    std::vector<std::byte> some(rows.size() * width);
    for (std::size_t i = 0; i < rows.size(); ++i)
      std::copy_n(bytes.data() + i * row_bytes() + column, width, some.data() + i * width);
    write_rows(part.backend, part.tensor, rows, some.data());
  });
}

}  // namespace tern

#include "runtime/saved_state.h"

#include <algorithm>
#include <fstream>

#include "core/text.h"
#include "tern/error.h"

namespace tern {
namespace runtime_saved_state {

constexpr std::string_view magic = "tern-state";
constexpr std::uint32_t version = 1;

std::string_view extent(bool of_one) { return of_one ? "one sequence" : "all sequences"; }

void expect(std::string_view what, const std::string& expected, const std::string& found) {
  if (found == expected) return;
  throw RequestError(concat("[state] expected a state of ", what, expected, ", got ", found));
}

void read_magic(StateReader& reader) {
  const auto found = reader.bytes(magic.size());
  if (!std::ranges::equal(found, std::as_bytes(std::span(magic))))
    throw FileError("[state] expected a state, got something else");
  if (const auto number = reader.number<std::uint32_t>(); number != version)
    throw FileError(concat("[state] expected version ", version, ", got ", number));
}

[[noreturn]] void fail(const std::filesystem::path& path, std::string_view what) {
  throw FileError(concat("[file] ", path.string(), ": ", what));
}

}  // namespace runtime_saved_state

std::vector<std::byte> save_state(const Memory& memory, const std::string& architecture,
                                  std::optional<std::int32_t> sequence) {
  using namespace runtime_saved_state;
  StateWriter writer;
  writer.bytes(std::as_bytes(std::span(magic)));
  writer.number(version);
  writer.text(extent(sequence.has_value()));
  writer.text(architecture);
  memory.save(writer, sequence);
  return writer.take();
}

void restore_state(Memory& memory, const std::string& architecture,
                   std::span<const std::byte> state, std::optional<std::int32_t> sequence) {
  using namespace runtime_saved_state;
  StateReader reader(state);
  read_magic(reader);
  expect("", std::string(extent(sequence.has_value())), reader.text());
  expect("a model of ", architecture, reader.text());
  memory.restore(reader, sequence);
}

void write_state_file(const std::filesystem::path& path, std::span<const std::byte> state) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(state.data()),
             static_cast<std::streamsize>(state.size()));
  file.close();
  if (!file) runtime_saved_state::fail(path, "cannot write");
}

std::vector<std::byte> read_state_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) runtime_saved_state::fail(path, "cannot read");
  const std::streamoff size = file.tellg();
  if (size < 0) runtime_saved_state::fail(path, "cannot read");
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(bytes.data()), size);
  if (!file) runtime_saved_state::fail(path, "cannot read");
  return bytes;
}

}  // namespace tern

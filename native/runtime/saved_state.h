#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/memory.h"

namespace tern {

/// A whole state: what it is, of which architecture, of one sequence or of all, and a memory.
std::vector<std::byte> save_state(const Memory& memory, const std::string& architecture,
                                  std::optional<std::int32_t> sequence);
/// See Session::restore.
void restore_state(Memory& memory, const std::string& architecture,
                   std::span<const std::byte> state, std::optional<std::int32_t> sequence);

/// Throw FileError with the path.
void write_state_file(const std::filesystem::path& path, std::span<const std::byte> state);
std::vector<std::byte> read_state_file(const std::filesystem::path& path);

}  // namespace tern

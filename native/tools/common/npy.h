#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace tern::tools {

/// Writes floats for numpy if the path ends in .npy (shape: slowest dimension first), else just
/// their bytes. Throws FileError.
void write_floats(const std::string& path, std::span<const float> values,
                  const std::vector<std::size_t>& shape);

/// Writes bytes as they are. Throws FileError.
void write_bytes(const std::string& path, std::span<const std::byte> bytes);

}  // namespace tern::tools

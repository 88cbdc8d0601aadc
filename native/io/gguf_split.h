#pragma once

#include <cstdint>
#include <filesystem>

#include "tern/gguf.h"

namespace tern {

constexpr std::uint64_t max_split_count = 65535;

/// Which of how many files, by the keys split.no and split.count; {0, 1} without them.
struct SplitPlace {
  std::uint64_t index = 0;
  std::uint64_t count = 1;
};

/// Throws FileError if the keys are no whole numbers or do not fit each other.
SplitPlace split_place(const Gguf& file);

/// Throws FileError if split.tensors.count is another number than `tensors`.
void check_split_tensors(const Gguf& file, std::uint64_t tensors);

/// prefix-00001-of-00003.gguf for {0, 3}.
std::filesystem::path split_path(const std::filesystem::path& prefix, const SplitPlace& place);

/// What a path is without -00001-of-00003.gguf. Throws FileError if its name does not end so.
std::filesystem::path split_prefix(const std::filesystem::path& path, const SplitPlace& place);

}  // namespace tern

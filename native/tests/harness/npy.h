#pragma once

#include <filesystem>
#include <vector>

#include "core/tensor.h"

namespace tern::harness {

/// Writes the elements of a tensor for numpy, slowest dimension first: int32 if it holds integers,
/// else float32. Throws FileError.
void write_npy(const std::filesystem::path& path, const Tensor& tensor,
               const std::vector<double>& values);

}  // namespace tern::harness

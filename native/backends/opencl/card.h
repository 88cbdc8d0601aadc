#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "backends/opencl/api.h"

namespace tern {

/// What tern must know of a device.
struct OpenClCard {
  cl_device_id id = nullptr;
  std::string name;                ///< as the driver says
  std::string version;             ///< of OpenCL, and what the driver adds to it
  std::size_t largest_memory = 0;  ///< bytes at once
  std::uint32_t lanes = 1;         ///< threads of a subgroup; 1 if kernels cannot choose how many
  /// Of an image over memory. 0 if images are not used: TERN_OPENCL_IMAGES=0 or 1 says whether,
  /// else GPUs do.
  std::size_t image_pixels = 0;
};

/// All that can run the kernels, of all drivers, GPUs first. Empty without a driver.
std::vector<OpenClCard> opencl_cards();

/// That of TERN_OPENCL_DEVICE, a number or a part of the name; else the first. Throws RequestError
/// if there is none.
OpenClCard chosen_opencl_card();

}  // namespace tern

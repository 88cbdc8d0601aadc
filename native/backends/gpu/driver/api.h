#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "backends/gpu/device.h"

namespace tern {

/// Kernels compiled for one architecture, as they are given to the driver.
struct GpuImage {
  std::string_view arch;  ///< "sm_90", "gfx1100"
  std::span<const std::byte> bytes;
};

/// The functions of a driver that loads modules. CUDA's and HIP's have the same parameters under
/// other names; all give 0 if nothing went wrong.
struct DriverApi {
  int (*initialise)(unsigned flags) = nullptr;
  int (*device_count)(int* count) = nullptr;
  int (*allocate)(std::uintptr_t* memory, std::size_t bytes) = nullptr;
  int (*release)(std::uintptr_t memory) = nullptr;
  int (*clear)(std::uintptr_t memory, unsigned char value, std::size_t bytes) = nullptr;
  int (*upload)(std::uintptr_t to, const void* from, std::size_t bytes) = nullptr;
  int (*download)(void* to, std::uintptr_t from, std::size_t bytes) = nullptr;
  int (*load_module)(void** module, const void* image) = nullptr;
  int (*find_function)(void** function, void* module, const char* name) = nullptr;
  int (*launch)(void* function, unsigned groups_x, unsigned groups_y, unsigned groups_z,
                unsigned threads_x, unsigned threads_y, unsigned threads_z, unsigned shared_bytes,
                void* stream, void** parameters, void** extra) = nullptr;
  int (*synchronise)() = nullptr;
};

/// What the driver says of one of its devices.
struct DriverInfo {
  GpuInfo gpu;
  std::string arch;  ///< the image to load
};

}  // namespace tern

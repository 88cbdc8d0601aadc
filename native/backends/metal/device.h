#pragma once

#include <memory>

#include "backends/gpu/device.h"

namespace tern {

/// The system's default GPU. Throws RequestError if there is none.
std::unique_ptr<GpuDevice> make_metal_device();

bool has_metal_device();

}  // namespace tern

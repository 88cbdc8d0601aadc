#pragma once

#include "backends/gpu/sources.h"

namespace tern {

/// Generated from the files in kernels/.
void register_metal_sources(GpuSources& sources);

}  // namespace tern

#pragma once

#include <cstddef>

#include "backends/gpu/device.h"
#include "backends/opencl/handle.h"

namespace tern {

/// Memory that kernels read and write; its contents are anything.
OpenClMemory make_opencl_buffer(cl_context context, std::size_t bytes);

/// The memory of a buffer as an image of one row, for kernels that read.
OpenClMemory make_opencl_image(cl_context context, cl_mem buffer, const cl_image_format& format,
                               std::size_t pixels);

/// True if such images may have this format.
bool has_opencl_image_format(cl_context context, const cl_image_format& format);

/// What OpenClDevice gives out as memory.
inline cl_mem opencl_object_of(GpuPlace place) { return reinterpret_cast<cl_mem>(place.memory); }

}  // namespace tern

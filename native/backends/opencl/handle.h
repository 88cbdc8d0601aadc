#pragma once

#include <memory>
#include <type_traits>

#include "backends/opencl/api.h"

namespace tern {

/// Gives an object of OpenCL back when it is no longer needed.
template <class Object, auto Release>
struct OpenClRelease {
  void operator()(Object object) const { (opencl_functions()->*Release)(object); }
};

template <class Object, auto Release>
using OpenClHandle = std::unique_ptr<std::remove_pointer_t<Object>, OpenClRelease<Object, Release>>;

using OpenClContext = OpenClHandle<cl_context, &OpenClApi::ReleaseContext>;
using OpenClQueue = OpenClHandle<cl_command_queue, &OpenClApi::ReleaseCommandQueue>;
using OpenClMemory = OpenClHandle<cl_mem, &OpenClApi::ReleaseMemObject>;
using OpenClProgram = OpenClHandle<cl_program, &OpenClApi::ReleaseProgram>;
using OpenClKernel = OpenClHandle<cl_kernel, &OpenClApi::ReleaseKernel>;

}  // namespace tern

#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <string_view>

namespace tern {

// clang-format off
#define TERN_OPENCL_FUNCTIONS(X) \
  X(GetPlatformIDs) X(GetDeviceIDs) X(GetDeviceInfo) \
  X(CreateContext) X(ReleaseContext) X(CreateCommandQueue) X(ReleaseCommandQueue) \
  X(CreateBuffer) X(CreateImage) X(GetSupportedImageFormats) \
  X(ReleaseMemObject) X(EnqueueFillBuffer) X(EnqueueWriteBuffer) \
  X(EnqueueReadBuffer) X(EnqueueNDRangeKernel) X(Finish) \
  X(CreateProgramWithSource) X(BuildProgram) X(GetProgramBuildInfo) X(ReleaseProgram) \
  X(CreateKernel) X(SetKernelArg) X(ReleaseKernel)
// clang-format on

/// Functions of OpenCL 1.2 without their prefix.
struct OpenClApi {
#define TERN_OPENCL_MEMBER(name) decltype(&cl##name) name = nullptr;
  TERN_OPENCL_FUNCTIONS(TERN_OPENCL_MEMBER)
#undef TERN_OPENCL_MEMBER
};

/// Those of the system's library; opened once, null if it is not installed.
const OpenClApi* opencl_functions();

/// Throws RequestError with the name of the function unless it succeeded.
void check_opencl(cl_int result, std::string_view function);

}  // namespace tern

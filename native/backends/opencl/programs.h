#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "backends/opencl/card.h"
#include "backends/opencl/handle.h"
#include "backends/opencl/sources.h"

namespace tern {

/// The kernels as the driver has compiled them: each file when the first of its kernels is used.
class OpenClPrograms {
 public:
  OpenClPrograms(cl_context context, const OpenClCard& card);

  /// Null if there is none of this name. Throws RequestError with what the compiler says.
  cl_kernel find(std::string_view name);

 private:
  cl_program program_of(const GpuSource& source);
  OpenClProgram build(const GpuSource& source) const;
  std::string complaints(cl_program program) const;

  cl_context context_;
  const OpenClCard& card_;
  GpuSources sources_;
  std::map<const GpuSource*, OpenClProgram> programs_;
  std::map<std::string, OpenClKernel, std::less<>> kernels_;
};

}  // namespace tern

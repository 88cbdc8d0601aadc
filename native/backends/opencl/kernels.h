#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "backends/opencl/programs.h"

namespace tern {

/// The kernels of one device: they hold the parameters of a start, so devices cannot share them.
class OpenClKernels {
 public:
  explicit OpenClKernels(OpenClPrograms& programs) : programs_(programs) {}

  /// Null if there is none of this name. Throws RequestError with what the compiler says.
  cl_kernel find(std::string_view name);

 private:
  OpenClPrograms& programs_;
  std::map<std::string, OpenClKernel, std::less<>> kernels_;
};

}  // namespace tern

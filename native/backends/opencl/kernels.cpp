#include "backends/opencl/kernels.h"

#include <utility>

namespace tern {

cl_kernel OpenClKernels::find(std::string_view name) {
  const auto it = kernels_.find(name);
  if (it != kernels_.end()) return it->second.get();
  std::string text(name);
  OpenClKernel kernel = programs_.make(text);
  return kernels_.emplace(std::move(text), std::move(kernel)).first->second.get();
}

}  // namespace tern

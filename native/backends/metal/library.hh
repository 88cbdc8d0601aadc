#pragma once

#import <Metal/Metal.h>

#include <map>
#include <string>
#include <string_view>

#include "backends/metal/sources.h"

namespace tern {

/// The kernels as the driver has compiled them: each file when the first of its kernels is used.
class MetalLibrary {
 public:
  explicit MetalLibrary(id<MTLDevice> device);

  /// nil if there is none of this name. Throws RequestError with what the compiler says.
  id<MTLComputePipelineState> find(std::string_view name);

 private:
  id<MTLLibrary> library_of(const GpuSource& source);
  id<MTLComputePipelineState> make(const GpuSource& source, const std::string& name);

  id<MTLDevice> device_;
  GpuSources sources_;
  std::map<const GpuSource*, id<MTLLibrary>> libraries_;
  std::map<std::string, id<MTLComputePipelineState>, std::less<>> pipelines_;
};

}  // namespace tern

#pragma once

#include <set>

#include "backends/gpu/device.h"
#include "backends/opencl/card.h"
#include "backends/opencl/handle.h"
#include "backends/opencl/kernels.h"
#include "backends/opencl/words.h"
#include "kernels/args/matmul.h"

namespace tern {

/// Products with weights of Q4_0 by kernels that read images: see kernels/opencl/words.inl. A
/// matrix is stored again as words when it is first used; one in memory that kernels write is not.
class OpenClImages {
 public:
  OpenClImages(cl_context context, cl_command_queue queue, const OpenClCard& card,
               OpenClKernels& kernels);

  /// Computes a launch of a kernel for products by other kernels; false if they cannot take it.
  bool multiply(const GpuLaunch& launch);
  /// The memory is gone, or has got contents from elsewhere.
  void forget(GpuMemory memory);
  /// Kernels write to the memory.
  void mark_computed(GpuMemory memory);

 private:
  bool fits(const tn_matmul_args& args, const GpuLaunch& launch) const;
  void store_tiles(const tn_words_args& args, GpuPlace place);
  void grow_tiles(std::size_t floats);

  cl_context context_;
  cl_command_queue queue_;
  OpenClKernels& kernels_;
  OpenClWordsTable matrices_;
  std::size_t most_pixels_;  // of an image; 0: nothing is taken
  std::set<GpuMemory> computed_;
  OpenClMemory tiles_, tiles_image_;  // the columns of the product that runs
  std::size_t tiles_floats_ = 0;
};

}  // namespace tern

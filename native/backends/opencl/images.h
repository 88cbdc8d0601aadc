#pragma once

#include <map>
#include <set>
#include <tuple>

#include "backends/gpu/device.h"
#include "backends/opencl/card.h"
#include "backends/opencl/handle.h"
#include "backends/opencl/kernels.h"
#include "kernels/args/matmul.h"
#include "kernels/args/words.h"

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
  struct Matrix {
    OpenClMemory words, scales, image;
  };
  using Key = std::tuple<GpuMemory, std::size_t, tn_i32, tn_i32, tn_i64>;

  bool fits(const tn_matmul_args& args, const GpuLaunch& launch) const;
  const Matrix& matrix_of(const tn_words_args& args, GpuPlace place);
  Matrix make(const tn_words_args& args, GpuPlace place);
  void store_tiles(const tn_words_args& args, GpuPlace place);
  void grow_tiles(std::size_t floats);
  OpenClMemory buffer(std::size_t bytes) const;
  OpenClMemory image(cl_mem buffer, const cl_image_format& format, std::size_t pixels) const;

  cl_context context_;
  cl_command_queue queue_;
  std::size_t most_pixels_;  // of an image; 0: nothing is taken
  OpenClKernels& kernels_;
  std::map<Key, Matrix> matrices_;
  std::set<GpuMemory> computed_;
  OpenClMemory tiles_, tiles_image_;  // the columns of the product that runs
  std::size_t tiles_floats_ = 0;
};

}  // namespace tern

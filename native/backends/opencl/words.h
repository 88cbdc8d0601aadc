#pragma once

#include <map>
#include <tuple>

#include "backends/gpu/device.h"
#include "backends/opencl/handle.h"
#include "backends/opencl/kernels.h"
#include "kernels/args/words.h"

namespace tern {

/// A matrix of Q4_0 as words of eight codes, which kernels read as an image, and its scales.
struct OpenClWords {
  OpenClMemory words, scales, image;
};

/// Matrices that were stored again as words, by where they come from.
class OpenClWordsTable {
 public:
  OpenClWordsTable(cl_context context, cl_command_queue queue, OpenClKernels& kernels);

  /// Makes them when they are first asked for; they stay until they are forgotten.
  const OpenClWords& of(const tn_words_args& args, GpuPlace place);
  /// Waits until no kernel reads them any more.
  void forget(GpuMemory memory);

  bool has_format() const;
  static std::size_t pixels(const tn_words_args& args);

 private:
  using Key = std::tuple<GpuMemory, std::size_t, tn_i32, tn_i32, tn_i64>;

  OpenClWords make(const tn_words_args& args, GpuPlace place);

  cl_context context_;
  cl_command_queue queue_;
  OpenClKernels& kernels_;
  std::map<Key, OpenClWords> matrices_;
};

}  // namespace tern

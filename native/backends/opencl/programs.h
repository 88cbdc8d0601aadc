#pragma once

#include <map>
#include <mutex>
#include <string>

#include "backends/opencl/card.h"
#include "backends/opencl/handle.h"
#include "backends/opencl/sources.h"

namespace tern {

/// What a driver has compiled for a card: each file when the first of its kernels is used, once in
/// a process, since that takes longer than many a model's graph. Several threads may ask.
class OpenClPrograms {
 public:
  /// All devices of a card share its context and programs.
  static OpenClPrograms& of(const OpenClCard& card);

  cl_context context() const { return context_.get(); }

  /// A kernel with parameters of its own; null if there is none of this name. Throws RequestError
  /// with what the compiler says.
  OpenClKernel make(const std::string& name);

 private:
  explicit OpenClPrograms(const OpenClCard& card);

  cl_program program_of(const GpuSource& source);
  OpenClProgram build(const GpuSource& source) const;
  std::string complaints(cl_program program) const;

  OpenClCard card_;
  OpenClContext context_;
  GpuSources sources_;
  std::mutex mutex_;
  std::map<const GpuSource*, OpenClProgram> programs_;
};

}  // namespace tern

#pragma once

#include <array>
#include <cstdint>

#include "backends/opencl/api.h"

namespace tern {

/// Sets the parameters of a kernel one after another, and starts it.
class OpenClStart {
 public:
  explicit OpenClStart(cl_kernel kernel) : kernel_(kernel) {}

  void add(std::size_t bytes, const void* value);
  template <class T>
  void add(const T& value) {
    add(sizeof value, &value);
  }
  /// A place in memory: where it starts is a parameter of its own, see kernels/languages/opencl.h.
  void add_place(cl_mem memory, std::size_t offset);

  void run(cl_command_queue queue, std::array<std::uint32_t, 3> groups, std::uint32_t threads);

 private:
  cl_kernel kernel_;
  cl_uint count_ = 0;
};

}  // namespace tern

#include "backends/opencl/start.h"

#include <algorithm>

namespace tern {

void OpenClStart::add(std::size_t bytes, const void* value) {
  check_opencl(opencl_functions()->SetKernelArg(kernel_, count_++, bytes, value), "clSetKernelArg");
}

void OpenClStart::add_place(cl_mem memory, std::size_t offset) {
  add(memory);
  add(static_cast<cl_long>(offset));
}

void OpenClStart::run(cl_command_queue queue, std::array<std::uint32_t, 3> groups,
                      std::uint32_t threads) {
  if (std::find(groups.begin(), groups.end(), 0u) != groups.end()) return;
  const std::array<std::size_t, 3> local{threads, 1, 1};
  const std::array<std::size_t, 3> global{std::size_t{groups[0]} * threads, groups[1], groups[2]};
  check_opencl(opencl_functions()->EnqueueNDRangeKernel(queue, kernel_, 3, nullptr, global.data(),
                                                        local.data(), 0, nullptr, nullptr),
               "clEnqueueNDRangeKernel");
}

}  // namespace tern

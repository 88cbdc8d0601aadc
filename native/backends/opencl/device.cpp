#include "backends/opencl/device.h"

#include <algorithm>

#include "backends/opencl/objects.h"
#include "backends/opencl/start.h"
#include "core/text.h"
#include "tern/error.h"

namespace tern {
namespace opencl_device {

OpenClQueue make_queue(cl_context context, const OpenClCard& card) {
  cl_int result = CL_SUCCESS;
  OpenClQueue queue(opencl_functions()->CreateCommandQueue(context, card.id, 0, &result));
  check_opencl(result, "clCreateCommandQueue");
  return queue;
}

}  // namespace opencl_device

OpenClDevice::OpenClDevice(const OpenClCard& card)
    : card_(card),
      info_{"opencl", card.lanes},
      context_(OpenClPrograms::of(card_).context()),
      queue_(opencl_device::make_queue(context_, card_)),
      kernels_(OpenClPrograms::of(card_)),
      images_(context_, queue_.get(), card_, kernels_) {}

GpuMemory OpenClDevice::allocate(std::size_t bytes) {
  if (bytes > card_.largest_memory) {
    throw RequestError(concat("[", card_.name, "] memory: expected at most ", card_.largest_memory,
                              " bytes at once, got ", bytes));
  }
  // No driver gives out memory without bytes.
  const std::size_t size = std::max<std::size_t>(bytes, 1);
  OpenClMemory memory = make_opencl_buffer(context_, size);
  const cl_uchar zero = 0;
  check_opencl(opencl_functions()->EnqueueFillBuffer(queue_.get(), memory.get(), &zero, sizeof zero,
                                                     0, size, 0, nullptr, nullptr),
               "clEnqueueFillBuffer");
  finish();
  const auto number = reinterpret_cast<GpuMemory>(memory.get());
  memory_[number] = std::move(memory);
  return number;
}

void OpenClDevice::release(GpuMemory memory) {
  opencl_functions()->Finish(queue_.get());
  images_.forget(memory);
  memory_.erase(memory);
}

void OpenClDevice::upload(GpuPlace to, std::span<const std::byte> bytes) {
  images_.forget(to.memory);
  check_opencl(
      opencl_functions()->EnqueueWriteBuffer(queue_.get(), opencl_object_of(to), CL_TRUE, to.offset,
                                             bytes.size(), bytes.data(), 0, nullptr, nullptr),
      "clEnqueueWriteBuffer");
}

void OpenClDevice::download(GpuPlace from, std::span<std::byte> bytes) {
  check_opencl(opencl_functions()->EnqueueReadBuffer(queue_.get(), opencl_object_of(from), CL_TRUE,
                                                     from.offset, bytes.size(), bytes.data(), 0,
                                                     nullptr, nullptr),
               "clEnqueueReadBuffer");
}

GpuKernel OpenClDevice::kernel(std::string_view name) {
  const auto kernel = reinterpret_cast<GpuKernel>(kernels_.find(name));
  if (name == "matmul_q4_0" || name == "matmul_tiled_q4_0") for_images_.insert(kernel);
  return kernel;
}

void OpenClDevice::start(const GpuLaunch& launch) {
  OpenClStart start(reinterpret_cast<cl_kernel>(launch.kernel));
  start.add(launch.constants.size(), launch.constants.data());
  for (const GpuPlace& place : launch.buffers)
    start.add_place(opencl_object_of(place), place.offset);
  start.run(queue_.get(), launch.groups, launch.threads);
}

void OpenClDevice::launch(const GpuLaunch& launch) {
  if (launch.kernel == 0) throw RequestError("[opencl] expected a kernel, got none");
  if (for_images_.count(launch.kernel) == 0 || !images_.multiply(launch)) start(launch);
  for (const GpuPlace& place : launch.buffers.subspan(launch.inputs))
    images_.mark_computed(place.memory);
}

void OpenClDevice::finish() { check_opencl(opencl_functions()->Finish(queue_.get()), "clFinish"); }

}  // namespace tern

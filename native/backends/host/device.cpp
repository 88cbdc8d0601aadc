#include "backends/host/device.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <random>
#include <utility>

#include "core/text.h"
#include "tern/error.h"

namespace tern {
namespace host_device {

HostKernelTable kernels() {
  HostKernelTable table;
  register_host_kernels(table);
  return table;
}

void check_lanes(std::uint32_t lanes) {
  const bool power = lanes >= 1 && lanes <= 64 && (lanes & (lanes - 1)) == 0;
  if (!power) {
    throw RequestError(
        concat("[host] expected subgroups of 1, 2, 4, 8, 16, 32 or 64 threads, got ", lanes));
  }
}

}  // namespace host_device

struct HostDevice::Work {
  HostKernel kernel;
  std::vector<std::byte> constants;
  std::vector<unsigned char*> buffers;
  std::size_t inputs;
  std::array<std::uint32_t, 3> groups;
  std::uint32_t threads;

  std::uint64_t group_count() const { return std::uint64_t{groups[0]} * groups[1] * groups[2]; }
};

HostDevice::HostDevice(HostOptions options)
    : options_(std::move(options)),
      info_{options_.name, options_.lanes, options_.family, options_.capability,
            options_.processors},
      kernels_(host_device::kernels()),
      threads_(options_.threads),
      failed_(static_cast<std::size_t>(options_.threads), 0) {
  host_device::check_lanes(options_.lanes);
}

HostDevice::~HostDevice() = default;

GpuMemory HostDevice::allocate(std::size_t bytes) {
  auto block = std::unique_ptr<std::byte[]>(new (std::nothrow) std::byte[bytes + 1]());
  if (block == nullptr)
    throw RequestError(concat("[memory] expected ", bytes, " bytes, got no memory"));
  memory_.emplace(next_memory_, std::move(block));
  return next_memory_++;
}

void HostDevice::release(GpuMemory memory) {
  barrier();
  memory_.erase(memory);
}

std::byte* HostDevice::address(GpuPlace place) const {
  return memory_.at(place.memory).get() + place.offset;
}

void HostDevice::upload(GpuPlace to, std::span<const std::byte> bytes) {
  barrier();
  std::memcpy(address(to), bytes.data(), bytes.size());
}

void HostDevice::download(GpuPlace from, std::span<std::byte> bytes) {
  barrier();
  std::memcpy(bytes.data(), address(from), bytes.size());
}

GpuKernel HostDevice::kernel(std::string_view name) {
  const HostKernel* kernel = kernels_.find(name);
  return kernel == nullptr ? 0 : reinterpret_cast<GpuKernel>(*kernel);
}

void HostDevice::launch(const GpuLaunch& launch) {
  Work work{reinterpret_cast<HostKernel>(launch.kernel),
            {launch.constants.begin(), launch.constants.end()},
            {},
            launch.inputs,
            launch.groups,
            launch.threads};
  for (const GpuPlace& place : launch.buffers)
    work.buffers.push_back(reinterpret_cast<unsigned char*>(address(place)));
  waiting_.push_back(std::move(work));
}

void HostDevice::run_groups(const Work& work, int thread) {
  const HostStart start{work.constants.data(), work.buffers.data(),
                        work.buffers.data() + work.inputs};
  const std::uint64_t count = work.group_count();
  HostGroup group{{}, work.threads, options_.lanes, options_.order};
  for (auto i = static_cast<std::uint64_t>(thread); i < count;
       i += static_cast<std::uint64_t>(options_.threads)) {
    const std::uint64_t n = options_.order == HostOrder::forward ? i : count - 1 - i;
    group.group = {static_cast<std::uint32_t>(n % work.groups[0]),
                   static_cast<std::uint32_t>(n / work.groups[0] % work.groups[1]),
                   static_cast<std::uint32_t>(n / work.groups[0] / work.groups[1])};
    if (!group.run([&] { work.kernel(start); })) failed_[static_cast<std::size_t>(thread)] = 1;
  }
}

void HostDevice::run(const Work& work) {
  threads_.run([&](int thread) { run_groups(work, thread); });
}

void HostDevice::barrier() {
  static thread_local std::mt19937 random(1);
  if (options_.order == HostOrder::reverse) std::reverse(waiting_.begin(), waiting_.end());
  if (options_.order == HostOrder::random) std::shuffle(waiting_.begin(), waiting_.end(), random);
  for (const Work& work : waiting_) run(work);
  waiting_.clear();
}

void HostDevice::finish() {
  barrier();
  const bool failed = std::count(failed_.begin(), failed_.end(), 1) != 0;
  std::fill(failed_.begin(), failed_.end(), 0);
  if (failed) {
    throw RequestError(
        concat("[", info_.name, "] expected all threads of a group at a barrier, got some only"));
  }
}

}  // namespace tern

#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "backends/gpu/device.h"
#include "backends/host/group.h"
#include "backends/host/kernel.h"
#include "core/thread_pool.h"

namespace tern {

struct HostOptions {
  std::string name = "host";
  std::uint32_t lanes = 32;  ///< of a subgroup: 1 to 64
  HostOrder order = HostOrder::forward;
  int threads = 1;  ///< of the processor
  // The device whose choices are tried (GpuInfo).
  GpuFamily family = GpuFamily::other;
  std::int32_t capability = 0;
  std::int64_t processors = 0;
};

/// Runs the portable kernels on the CPU: slowly, but as a device would. Work between two barriers
/// runs in the chosen order, too.
class HostDevice : public GpuDevice {
 public:
  explicit HostDevice(HostOptions options);
  ~HostDevice() override;

  const GpuInfo& info() const override { return info_; }
  GpuMemory allocate(std::size_t bytes) override;
  void release(GpuMemory memory) override;
  void upload(GpuPlace to, std::span<const std::byte> bytes) override;
  void download(GpuPlace from, std::span<std::byte> bytes) override;
  GpuKernel kernel(std::string_view name) override;
  void launch(const GpuLaunch& launch) override;
  void barrier() override;
  void finish() override;

 private:
  struct Work;

  void run(const Work& work);
  void run_groups(const Work& work, int thread);
  std::byte* address(GpuPlace place) const;

  HostOptions options_;
  GpuInfo info_;
  HostKernelTable kernels_;
  ThreadPool threads_;
  std::map<GpuMemory, std::unique_ptr<std::byte[]>> memory_;
  std::vector<Work> waiting_;  // since the last barrier
  GpuMemory next_memory_ = 1;
  std::vector<char> failed_;  // by thread: some group never ended
};

}  // namespace tern

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace tern {

enum class GpuFamily { other, nvidia, amd };

/// What lowering must know of a device.
struct GpuInfo {
  std::string name;          ///< "MTL0"
  std::uint32_t lanes = 32;  ///< threads of a subgroup
  GpuFamily family = GpuFamily::other;
  std::int32_t capability = 0;  ///< as its maker counts: 89 for sm_89, 1100 for gfx1100
  std::int64_t processors = 0;  ///< that run groups side by side; 0: not known
};

/// Memory of a device, by a number that the device gives.
using GpuMemory = std::uintptr_t;
/// A compiled kernel.
using GpuKernel = std::uintptr_t;

/// A place in memory of a device.
struct GpuPlace {
  GpuMemory memory = 0;
  std::size_t offset = 0;
};

/// One start of a kernel. Inputs come first, then outputs.
struct GpuLaunch {
  GpuKernel kernel = 0;
  std::span<const std::byte> constants;
  std::span<const GpuPlace> buffers;
  std::size_t inputs = 0;  ///< how many of the buffers are
  std::array<std::uint32_t, 3> groups{};
  std::uint32_t threads = 1;  ///< of a group
};

/// The thin layer that each API implements; all else is shared. One thread at a time may use it.
class GpuDevice {
 public:
  virtual ~GpuDevice() = default;

  virtual const GpuInfo& info() const = 0;

  /// Zero-filled. Throws RequestError if there is not enough.
  virtual GpuMemory allocate(std::size_t bytes) = 0;
  virtual void release(GpuMemory memory) = 0;
  /// Both wait until what was launched is done.
  virtual void upload(GpuPlace to, std::span<const std::byte> bytes) = 0;
  virtual void download(GpuPlace from, std::span<std::byte> bytes) = 0;

  /// 0 if the device has no kernel of this name. Compiles it if need be; fast the second time.
  virtual GpuKernel kernel(std::string_view name) = 0;
  /// False only if it is known that lanes of a subgroup do not work together in this kernel.
  virtual bool uses_subgroups(GpuKernel) const { return true; }

  /// What is launched between two barriers may run in any order or at once.
  virtual void launch(const GpuLaunch& launch) = 0;
  virtual void barrier() = 0;
  /// Waits until all is done. Throws RequestError if something went wrong on the way.
  virtual void finish() = 0;
};

}  // namespace tern

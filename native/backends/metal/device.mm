#include "backends/metal/device.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "backends/metal/library.hh"
#include "core/text.h"
#include "tern/error.h"

namespace tern {
namespace metal_device {

MTLSize size_of(std::uint32_t x, std::uint32_t y, std::uint32_t z) { return MTLSizeMake(x, y, z); }

/// Launches are collected in one encoder until the next finish. Memory is shared with the
/// processor.
class MetalDevice : public GpuDevice {
 public:
  explicit MetalDevice(id<MTLDevice> device)
      : device_(device), queue_([device newCommandQueue]), library_(device) {}

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
  id<MTLBuffer> buffer_of(GpuPlace place) const { return memory_.at(place.memory); }
  std::byte* host(GpuPlace place) const {
    return static_cast<std::byte*>([buffer_of(place) contents]) + place.offset;
  }
  id<MTLComputeCommandEncoder> encoder();

  GpuInfo info_{"MTL0", 32};
  id<MTLDevice> device_;
  id<MTLCommandQueue> queue_;
  MetalLibrary library_;
  std::map<GpuMemory, id<MTLBuffer>> memory_;
  id<MTLCommandBuffer> commands_ = nil;
  id<MTLComputeCommandEncoder> encoder_ = nil;
};

GpuMemory MetalDevice::allocate(std::size_t bytes) {
  const std::size_t size = std::max<std::size_t>(bytes, 1);
  id<MTLBuffer> buffer = [device_ newBufferWithLength:size options:MTLResourceStorageModeShared];
  if (buffer == nil)
    throw RequestError(concat("[MTL0] memory: expected ", bytes, " bytes, got none"));
  std::memset([buffer contents], 0, size);
  const auto number = reinterpret_cast<GpuMemory>((__bridge void*)buffer);
  memory_[number] = buffer;
  return number;
}

void MetalDevice::release(GpuMemory memory) {
  finish();
  memory_.erase(memory);
}

void MetalDevice::upload(GpuPlace to, std::span<const std::byte> bytes) {
  finish();
  std::memcpy(host(to), bytes.data(), bytes.size());
}

void MetalDevice::download(GpuPlace from, std::span<std::byte> bytes) {
  finish();
  std::memcpy(bytes.data(), host(from), bytes.size());
}

GpuKernel MetalDevice::kernel(std::string_view name) {
  @autoreleasepool {
    return reinterpret_cast<GpuKernel>((__bridge void*)library_.find(name));
  }
}

id<MTLComputeCommandEncoder> MetalDevice::encoder() {
  if (encoder_ != nil) return encoder_;
  commands_ = [queue_ commandBuffer];
  encoder_ = [commands_ computeCommandEncoderWithDispatchType:MTLDispatchTypeConcurrent];
  return encoder_;
}

void MetalDevice::launch(const GpuLaunch& launch) {
  if (std::count(launch.groups.begin(), launch.groups.end(), 0u) != 0) return;
  if (launch.kernel == 0) throw RequestError("[MTL0] expected a kernel, got none");
  @autoreleasepool {
    id<MTLComputeCommandEncoder> to = encoder();
    void* pipeline = reinterpret_cast<void*>(launch.kernel);
    [to setComputePipelineState:(__bridge id<MTLComputePipelineState>)pipeline];
    [to setBytes:launch.constants.data() length:launch.constants.size() atIndex:0];
    NSUInteger index = 1;
    for (const GpuPlace& place : launch.buffers)
      [to setBuffer:buffer_of(place) offset:place.offset atIndex:index++];
    [to dispatchThreadgroups:size_of(launch.groups[0], launch.groups[1], launch.groups[2])
        threadsPerThreadgroup:size_of(launch.threads, 1, 1)];
  }
}

void MetalDevice::barrier() {
  if (encoder_ != nil) [encoder_ memoryBarrierWithScope:MTLBarrierScopeBuffers];
}

void MetalDevice::finish() {
  if (encoder_ == nil) return;
  @autoreleasepool {
    [encoder_ endEncoding];
    [commands_ commit];
    [commands_ waitUntilCompleted];
    NSError* error = [commands_ error];
    encoder_ = nil;
    commands_ = nil;
    if (error == nil) return;
    throw RequestError(concat("[MTL0] expected kernels to end well, got: ",
                              [[error localizedDescription] UTF8String]));
  }
}

}  // namespace metal_device

std::unique_ptr<GpuDevice> make_metal_device() {
  id<MTLDevice> device = MTLCreateSystemDefaultDevice();
  if (device == nil) throw RequestError("[MTL0] no device: expected a GPU, found none");
  return std::make_unique<metal_device::MetalDevice>(device);
}

bool has_metal_device() { return MTLCreateSystemDefaultDevice() != nil; }

}  // namespace tern

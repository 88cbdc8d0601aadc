#include "runtime/compute_memory.h"

#include <algorithm>
#include <numeric>

#include "core/text.h"
#include "tern/log.h"

namespace tern {

ComputeMemory::ComputeMemory(const DeviceSet& devices, const std::vector<std::size_t>& bytes)
    : devices_(devices) {
  for (std::size_t device = 0; device < bytes.size(); ++device)
    buffers_.push_back(devices[device].allocate(bytes[device]));
  reserved_ = std::accumulate(bytes.begin(), bytes.end(), std::size_t{0});
}

void ComputeMemory::bind(PlacedGraph& step) {
  const std::vector<std::size_t> peaks = step.peaks();
  std::vector<std::byte*> memory;
  for (std::size_t device = 0; device < peaks.size(); ++device) {
    provide(device, peaks[device]);
    memory.push_back(buffers_[device]->data());
  }
  peak_ = std::max(peak_, std::accumulate(peaks.begin(), peaks.end(), std::size_t{0}));
  step.bind(memory);
}

void ComputeMemory::provide(std::size_t device, std::size_t bytes) {
  const std::size_t held = buffers_[device]->size();
  if (bytes <= held) return;
  // A smaller step should never need more, but a wrong guess must not end a conversation.
  log(LogLevel::warning, concat("a step needs ", bytes, " bytes, reserved were ", held));
  buffers_[device] = devices_[device].allocate(bytes);
}

}  // namespace tern

#pragma once

#include <memory>
#include <span>

#include "core/backend.h"

namespace tern {

/// A device and the CPU as one backend. Each node runs on the device if it has a kernel for it,
/// else on the CPU, with copies of what it reads and writes. Memory is that of the device.
class Scheduler : public Backend {
 public:
  Scheduler(std::unique_ptr<Backend> device, std::unique_ptr<Backend> cpu);

  std::string_view name() const override { return device_->name(); }
  /// True if the device itself has a kernel.
  bool supports(const Tensor& node) const override { return device_->supports(node); }
  std::unique_ptr<Buffer> allocate(std::size_t bytes) override { return device_->allocate(bytes); }
  void write(Tensor& tensor, const void* source, std::size_t bytes) override;
  void read(const Tensor& tensor, void* target, std::size_t bytes) override;
  void compute_nodes(const Graph& graph, std::span<Tensor* const> nodes) override;
  FusionControl& fusion() override { return device_->fusion(); }
  std::size_t copied_weight_bytes() const override {
    return device_->copied_weight_bytes() + cpu_->copied_weight_bytes();
  }
  bool owns(const std::byte* address) const override { return device_->owns(address); }

  const Backend& device() const { return *device_; }

 private:
  void compute_on_cpu(const Graph& graph, std::span<Tensor* const> nodes);
  bool runs_on_device(const Tensor& node) const;

  std::unique_ptr<Backend> device_;
  std::unique_ptr<Backend> cpu_;
};

}  // namespace tern

#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/backend.h"

namespace tern {

class PlacedGraph;

inline constexpr std::size_t max_devices = 16;

/// The devices of a session, in order. The first holds what comes in and what goes out.
class DeviceSet {
 public:
  /// By the names of backends; the same name may come several times. Throws RequestError.
  DeviceSet(std::span<const std::string> names, const BackendOptions& options);

  std::size_t count() const { return backends_.size(); }
  Backend& operator[](std::size_t device) const { return *backends_[device]; }
  Backend& first() const { return *backends_.front(); }
  std::size_t copied_weight_bytes() const;

  /// Computes a graph whose memory is bound.
  void compute(const PlacedGraph& placed);

 private:
  std::vector<std::unique_ptr<Backend>> backends_;
};

}  // namespace tern

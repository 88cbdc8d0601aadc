#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/fusion.h"

namespace tern {

struct FusionCount {
  std::string_view label;
  std::uint64_t count = 0;
};

/// Switches and counters of the fusions of one device, for tests and for looking closer. All
/// sessions on the device share them; any thread may call.
///
/// TERN_FUSION=0 turns fusion off; TERN_FUSION_DEBUG=1 counts, =2 also logs each fusion.
class FusionControl {
 public:
  FusionControl(std::string device, FusionSet offered);

  const std::string& device() const { return device_; }
  const FusionSet& offered() const { return offered_; }
  /// What is to be used now: all that is offered, or nothing.
  FusionSet active() const;

  bool enabled() const { return enabled_; }
  void set_enabled(bool enabled) { enabled_ = enabled; }

  /// From here on counts are kept.
  void stats_init() { counting_ = true; }
  void stats_reset();
  /// How often each pattern of the table was used.
  std::vector<FusionCount> stats_get() const;

  /// Backends call this once for each step that they compute.
  void count(const FusedStep& step);

 private:
  std::string device_;
  FusionSet offered_;
  std::atomic<bool> enabled_;
  std::atomic<bool> counting_;
  const bool logging_;
  std::vector<std::atomic<std::uint64_t>> counts_;
};

/// The control of a device; made on first use, lives as long as the program.
FusionControl& fusion_control(const std::string& device, const FusionSet& offered);

}  // namespace tern

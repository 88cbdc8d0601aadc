#include "core/fusion_control.h"

#include <cstdlib>
#include <map>
#include <mutex>
#include <utility>

#include "core/text.h"
#include "tern/log.h"

namespace tern {
namespace core_fusion_control {

int number_from_environment(const char* name, int fallback) {
  const char* text = std::getenv(name);
  return text == nullptr ? fallback : std::atoi(text);
}

int debug_level() { return number_from_environment("TERN_FUSION_DEBUG", 0); }

}  // namespace core_fusion_control

FusionControl::FusionControl(std::string device, FusionSet offered)
    : device_(std::move(device)),
      offered_(std::move(offered)),
      enabled_(core_fusion_control::number_from_environment("TERN_FUSION", 1) != 0),
      counting_(core_fusion_control::debug_level() > 0),
      logging_(core_fusion_control::debug_level() > 1),
      counts_(fusion_table().size()) {}

FusionSet FusionControl::active() const {
  return enabled_ ? offered_ : FusionSet(offered_.size(), false);
}

void FusionControl::stats_reset() {
  for (auto& count : counts_) count = 0;
}

std::vector<FusionCount> FusionControl::stats_get() const {
  std::vector<FusionCount> counts;
  for (std::size_t i = 0; i < counts_.size(); ++i)
    counts.push_back({fusion_table()[i].label, counts_[i].load()});
  return counts;
}

void FusionControl::count(const FusedStep& step) {
  if (step.pattern == nullptr || !counting_) return;
  const auto place = step.pattern - &fusion_table()[0];
  counts_[static_cast<std::size_t>(place)].fetch_add(1, std::memory_order_relaxed);
  if (logging_) {
    log(LogLevel::info, concat("[fusion] ", device_, ": ", step.pattern->label, " gives ",
                               describe(step.result())));
  }
}

FusionControl& fusion_control(const std::string& device, const FusionSet& offered) {
  static std::mutex mutex;
  static std::map<std::string, FusionControl, std::less<>> controls;
  const std::lock_guard lock(mutex);
  return controls.try_emplace(device, device, offered).first->second;
}

}  // namespace tern

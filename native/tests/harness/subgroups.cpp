#include "tests/harness/subgroups.h"

#include <algorithm>

#ifdef TERN_HAS_GPU
#include "backends/gpu/backend.h"
#include "core/scheduler.h"
#endif

namespace tern::harness {

bool uses_subgroups([[maybe_unused]] const Instance& instance,
                    [[maybe_unused]] const Backend& backend) {
#ifdef TERN_HAS_GPU
  const auto* scheduler = dynamic_cast<const Scheduler*>(&backend);
  if (scheduler == nullptr) return false;
  const auto* gpu = dynamic_cast<const GpuBackend*>(&scheduler->device());
  Scene scene;
  instance.build(scene);
  const auto& nodes = scene.graph().nodes();
  return gpu != nullptr && std::any_of(nodes.begin(), nodes.end(), [&](const Tensor* node) {
           return gpu->uses_subgroups(*node);
         });
#else
  return false;
#endif
}

}  // namespace tern::harness

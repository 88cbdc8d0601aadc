#include "tests/support/compute_on.h"

#include "core/allocator.h"

namespace tern {

std::vector<float> compute_on(Backend& backend, Graph& graph, const std::vector<Filled>& filled,
                              const Tensor& result) {
  const MemoryPlan plan = plan_memory(graph);
  const auto memory = backend.allocate(plan.peak);
  bind_memory(graph, plan, memory->data());
  for (const auto& [tensor, values] : filled)
    backend.write(*tensor, values.data(), values.size() * sizeof(float));
  backend.compute(graph);
  std::vector<float> elements(static_cast<std::size_t>(element_count(result.shape)));
  backend.read(result, elements.data(), elements.size() * sizeof(float));
  return elements;
}

}  // namespace tern

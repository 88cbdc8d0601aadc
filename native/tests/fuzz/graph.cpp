#include <random>

#include "core/allocator.h"
#include "core/backend.h"
#include "tern/error.h"
#include "tests/fuzz/support/scene.h"

namespace tern {
namespace fuzz_graph {

constexpr std::size_t most_tensors = 40;
constexpr std::size_t most_bytes = std::size_t{1} << 20;  // what is larger is built, not computed

void grow(FuzzScene& scene) {
  const auto steps = fuzz_steps();
  steps[0](scene);
  while (!scene.decisions.done() && scene.tensors.size() < most_tensors) {
    try {
      steps[scene.decisions.below(steps.size())](scene);
    } catch (const GraphError&) {
    }
  }
}

/// Small numbers, since they are row numbers too, and floats of all kinds.
void fill_inputs(FuzzScene& scene, Backend& backend) {
  std::mt19937 random(1);
  for (Tensor& tensor : scene.graph.tensors()) {
    if (tensor.op != nullptr || byte_span(tensor) == 0) continue;
    std::vector<std::byte> bytes(byte_span(tensor));
    if (tensor.type == Type::i32) {
      for (std::size_t i = 0; i < bytes.size(); i += 4) bytes[i] = std::byte(random() % 4);
    } else {
      for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
    }
    backend.write(tensor, bytes.data(), bytes.size());
  }
}

std::size_t total_bytes(const Graph& graph) {
  std::size_t total = 0;
  for (const Tensor& tensor : graph.tensors()) {
    if (byte_span(tensor) > most_bytes) return most_bytes + 1;
    total += byte_span(tensor);
  }
  return total;
}

void compute(FuzzScene& scene) {
  static const std::unique_ptr<Backend> backend = backend_table().make("cpu", {1});
  if (total_bytes(scene.graph) > most_bytes) return;
  for (Tensor* tensor : scene.tensors) scene.graph.mark_output(tensor);
  const MemoryPlan plan = plan_memory(scene.graph);
  const auto memory = backend->allocate(plan.peak);
  bind_memory(scene.graph, plan, memory->data());
  fill_inputs(scene, *backend);
  backend->compute(scene.graph);
}

}  // namespace fuzz_graph
}  // namespace tern

/// Builds a graph by decisions and computes it if it is small. Builders may throw GraphError;
/// what they accept must be computed.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tern::FuzzScene scene({data, size});
  tern::fuzz_graph::grow(scene);
  tern::fuzz_graph::compute(scene);
  return 0;
}

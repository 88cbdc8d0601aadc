#include "tests/harness/sample.h"

#include <algorithm>
#include <map>

#include "core/text.h"

namespace tern::harness {
namespace harness_sample {

/// Ops and types of a graph.
std::string kind_of(const Instance& instance) {
  Scene scene;
  instance.build(scene);
  std::string kind;
  for (const Tensor* node : scene.graph().nodes()) {
    kind += concat(node->op->name, " ", name(node->type));
    for (const Tensor* source : node->source) {
      kind += source == nullptr ? " -" : concat(" ", name(source->type));
    }
  }
  return kind;
}

}  // namespace harness_sample

std::vector<const Instance*> sample(const std::vector<const Instance*>& all, int most) {
  std::vector<const Instance*> some;
  std::map<std::string, std::vector<const Instance*>> kinds;
  for (const Instance* instance : all) {
    if (instance->large) continue;
    if (most == 0) {
      some.push_back(instance);
    } else {
      kinds[harness_sample::kind_of(*instance)].push_back(instance);
    }
  }
  for (const auto& [kind, members] : kinds) {
    const std::size_t count = std::min(members.size(), static_cast<std::size_t>(most));
    for (std::size_t i = 0; i < count; ++i) some.push_back(members[i * members.size() / count]);
  }
  return some;
}

}  // namespace tern::harness

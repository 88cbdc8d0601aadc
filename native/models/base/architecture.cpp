#include "models/base/architecture.h"

#include <utility>

namespace tern {
namespace models_architecture {

ModelTable make_table() {
  ModelTable table;
  register_models(table);
  return table;
}

}  // namespace models_architecture

void ModelTable::add(std::string name, ArchitectureFactory factory) {
  factories_.insert_or_assign(std::move(name), std::move(factory));
}

std::vector<std::string> ModelTable::names() const {
  std::vector<std::string> names;
  for (const auto& [name, factory] : factories_) names.push_back(name);
  return names;
}

const ArchitectureFactory* ModelTable::find(std::string_view name) const {
  const auto it = factories_.find(name);
  return it == factories_.end() ? nullptr : &it->second;
}

const ModelTable& model_table() {
  static const ModelTable table = models_architecture::make_table();
  return table;
}

}  // namespace tern

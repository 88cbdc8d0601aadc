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

void ModelTable::add(std::string name, ArchitectureFactory factory, ModelSample sample) {
  entries_.insert_or_assign(std::move(name), Entry{std::move(factory), std::move(sample)});
}

std::vector<std::string> ModelTable::names() const {
  std::vector<std::string> names;
  for (const auto& [name, entry] : entries_) names.push_back(name);
  return names;
}

const ArchitectureFactory* ModelTable::find(std::string_view name) const {
  const auto it = entries_.find(name);
  return it == entries_.end() ? nullptr : &it->second.factory;
}

const ModelSample& ModelTable::sample(std::string_view name) const {
  static const ModelSample none;
  const auto it = entries_.find(name);
  return it == entries_.end() ? none : it->second.sample;
}

const ModelTable& model_table() {
  static const ModelTable table = models_architecture::make_table();
  return table;
}

}  // namespace tern

#include "core/backend.h"

#include <utility>

#include "core/text.h"
#include "tern/error.h"

namespace tern {
namespace core_backend {

BackendTable make_table() {
  BackendTable table;
  register_backends(table);
  return table;
}

}  // namespace core_backend

void BackendTable::add(std::string name, BackendFactory factory) {
  factories_.insert_or_assign(std::move(name), std::move(factory));
}

std::vector<std::string> BackendTable::names() const {
  std::vector<std::string> names;
  for (const auto& [name, factory] : factories_) names.push_back(name);
  return names;
}

std::unique_ptr<Backend> BackendTable::make(std::string_view name,
                                            const BackendOptions& options) const {
  const auto it = factories_.find(name);
  if (it != factories_.end()) return it->second(options);
  std::string known;
  for (const std::string& other : names()) known += concat(known.empty() ? "" : ", ", other);
  throw RequestError(concat("[backend] expected one of ", known, ", got '", name, "'"));
}

const BackendTable& backend_table() {
  static const BackendTable table = core_backend::make_table();
  return table;
}

}  // namespace tern

#pragma once

#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/op.h"

namespace tern {

/// What a backend can compute: a kernel per op, or per family of fusion patterns. A missing kernel
/// means "not supported".
template <class Kernel>
class KernelTable {
 public:
  void add(const OpInfo& op, Kernel kernel) { add(op.name, std::move(kernel)); }
  void add(std::string_view name, Kernel kernel) {
    kernels_.insert_or_assign(name, std::move(kernel));
  }

  /// Null if there is none. The pointer stays valid as long as the table is not changed.
  const Kernel* find(const OpInfo& op) const { return find(op.name); }
  const Kernel* find(std::string_view name) const {
    const auto it = kernels_.find(name);
    return it == kernels_.end() ? nullptr : &it->second;
  }

  std::vector<std::string_view> names() const {
    std::vector<std::string_view> names;
    for (const auto& [name, kernel] : kernels_) names.push_back(name);
    return names;
  }

 private:
  std::unordered_map<std::string_view, Kernel> kernels_;
};

}  // namespace tern

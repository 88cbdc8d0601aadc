#pragma once

#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/op.h"

namespace tern {

/// What a backend can compute: a kernel per op. A missing kernel means "not supported".
template <class Kernel>
class KernelTable {
 public:
  void add(const OpInfo& op, Kernel kernel) {
    kernels_.insert_or_assign(op.name, std::move(kernel));
  }

  /// Null if there is none. The pointer stays valid as long as the table is not changed.
  const Kernel* find(const OpInfo& op) const {
    const auto it = kernels_.find(op.name);
    return it == kernels_.end() ? nullptr : &it->second;
  }

 private:
  std::unordered_map<std::string_view, Kernel> kernels_;
};

}  // namespace tern

#pragma once

#include <array>

#include "tern/type.h"

namespace tern {

/// Traits of every type, filled by the files in core/types/ through the generated registry.
class TypeTable {
 public:
  void add(const TypeTraits& traits) { rows_[static_cast<std::size_t>(traits.type)] = traits; }
  const TypeTraits& operator[](Type type) const { return rows_[static_cast<std::size_t>(type)]; }
  auto begin() const { return rows_.begin(); }
  auto end() const { return rows_.end(); }

 private:
  std::array<TypeTraits, type_count> rows_{};
};

/// All types; made on first use.
const TypeTable& type_table();

/// Generated from the file names in core/types/.
void register_types(TypeTable& table);

}  // namespace tern

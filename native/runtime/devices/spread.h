#pragma once

#include <cstdint>
#include <vector>

#include "core/tensor.h"

namespace tern {

/// A dimension that is cut into a part for each device.
struct Cut {
  int dim = 0;
  std::vector<std::int64_t> at;  ///< device d has the elements from at[d] to before at[d + 1]

  bool operator==(const Cut&) const = default;

  std::size_t count() const { return at.size() - 1; }
  std::int64_t size(std::size_t device) const { return at[device + 1] - at[device]; }
  std::int64_t end() const { return at.back(); }
};

/// Where the values of a tensor are.
struct Spread {
  enum class Kind : std::uint8_t {
    whole,    ///< on one device, and on those that got a copy
    cut,      ///< each device has a part
    addends,  ///< the sum of what all devices have
  };
  Kind kind = Kind::whole;
  std::size_t home = 0;        ///< of whole ones
  Cut cut{};                   ///< of cut ones
  std::vector<Tensor*> parts;  ///< by device; null: it has nothing
};

/// Cuts `units` into shares as near to the wanted ones as whole units allow, `unit` elements each.
Cut cut_evenly(int dim, std::int64_t units, std::int64_t unit, const std::vector<double>& shares);

}  // namespace tern

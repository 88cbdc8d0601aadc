#pragma once

#include <cstddef>
#include <optional>

#include "runtime/devices/spread.h"

namespace tern {

/// How a view of a cut tensor is cut, and what its parts look like.
struct ViewCut {
  Cut cut;
  std::size_t dim_bytes = 0;   ///< from one element of the cut dimension of the root to the next
  std::int64_t dim_count = 0;  ///< elements of that dimension

  struct Part {
    Shape shape{};
    Strides stride{};
    std::size_t offset = 0;
  };
  /// For one device.
  Part part(const Tensor& view, const Cut& root_cut, std::size_t device) const;
};

/// Nothing if no dimension of the view goes along the cut dimension of the (contiguous) root, from
/// its beginning to its end, in steps that meet the cuts.
std::optional<ViewCut> cut_of_view(const Tensor& view, const Tensor& root, const Cut& root_cut);

}  // namespace tern

#include "runtime/devices/view_cut.h"

namespace tern {
namespace runtime_view_cut {

/// The dimension of a view whose steps make up the whole of `bytes`; -1 if there is none.
int covering_dim(const Tensor& view, std::size_t step, std::size_t bytes) {
  int found = -1;
  for (std::size_t dim = 0; dim < max_dims; ++dim) {
    const std::size_t reach = view.stride[dim] * static_cast<std::size_t>(view.shape[dim]);
    if (view.shape[dim] == 1 && reach != bytes) continue;
    if (view.stride[dim] >= bytes || reach <= step) continue;
    // Of nested ones the outermost is what the cut goes through.
    if (found >= 0 && view.stride[dim] < view.stride[static_cast<std::size_t>(found)]) continue;
    found = static_cast<int>(dim);
  }
  if (found < 0) return -1;
  const auto at = static_cast<std::size_t>(found);
  return view.stride[at] * static_cast<std::size_t>(view.shape[at]) == bytes ? found : -1;
}

/// Other dimensions stay within one step of the cut one, or are whole multiples of all of it.
bool others_fit(const Tensor& view, int cut_dim, std::size_t bytes) {
  const std::size_t step = view.stride[static_cast<std::size_t>(cut_dim)];
  std::size_t inside = view.offset % bytes + traits(view.type).block_bytes;
  for (std::size_t dim = 0; dim < max_dims; ++dim) {
    if (static_cast<int>(dim) == cut_dim || view.shape[dim] == 1) continue;
    const std::size_t stride = view.stride[dim];
    if (stride >= bytes && stride % bytes != 0) return false;
    const auto blocks = dim == 0 ? view.shape[0] / traits(view.type).block_size : view.shape[dim];
    if (stride < bytes) inside += stride * static_cast<std::size_t>(blocks - 1);
  }
  return inside <= step;
}

}  // namespace runtime_view_cut

std::optional<ViewCut> cut_of_view(const Tensor& view, const Tensor& root, const Cut& root_cut) {
  using namespace runtime_view_cut;
  // Blocks are more than one element wide.
  if (traits(view.type).block_size != 1) return std::nullopt;
  ViewCut result;
  result.dim_bytes = root.stride[static_cast<std::size_t>(root_cut.dim)];
  result.dim_count = root_cut.end();
  const std::size_t bytes = result.dim_bytes * static_cast<std::size_t>(result.dim_count);
  const int dim = covering_dim(view, result.dim_bytes, bytes);
  if (dim < 0 || !others_fit(view, dim, bytes)) return std::nullopt;
  const std::size_t step = view.stride[static_cast<std::size_t>(dim)];
  result.cut.dim = dim;
  for (const std::int64_t at : root_cut.at) {
    const std::size_t place = static_cast<std::size_t>(at) * result.dim_bytes;
    if (place % step != 0) return std::nullopt;
    result.cut.at.push_back(static_cast<std::int64_t>(place / step));
  }
  return result;
}

ViewCut::Part ViewCut::part(const Tensor& view, const Cut& root_cut, std::size_t device) const {
  const std::size_t all = dim_bytes * static_cast<std::size_t>(dim_count);
  const std::size_t ours = dim_bytes * static_cast<std::size_t>(root_cut.size(device));
  const auto shrunk = [&](std::size_t bytes) { return bytes / all * ours + bytes % all; };
  Part part{view.shape, view.stride, shrunk(view.offset)};
  part.shape[static_cast<std::size_t>(cut.dim)] = cut.size(device);
  for (std::size_t dim = 0; dim < max_dims; ++dim) {
    if (view.stride[dim] >= all) part.stride[dim] = view.stride[dim] / all * ours;
  }
  return part;
}

}  // namespace tern

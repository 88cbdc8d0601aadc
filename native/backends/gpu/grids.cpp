#include "backends/gpu/grids.h"

#include <map>

#include "core/grid.h"
#include "core/grids/iq1.h"
#include "core/grids/iq2_s.h"
#include "core/grids/iq2_xs.h"
#include "core/grids/iq2_xxs.h"
#include "core/grids/iq3_s.h"
#include "core/grids/iq3_xxs.h"

namespace tern {
namespace gpu_grids {

constexpr std::array<std::int8_t, 3> three{0x08, 0x19, 0x2b};
constexpr Grid<2048, 8> iq1 =
    expand_grid<2048, 8>(iq1_points, std::array<std::int8_t, 3>{-1, 0, 1});
constexpr Grid<256, 8> iq2_xxs = expand_grid<256, 8>(iq2_xxs_points, three);
constexpr Grid<512, 8> iq2_xs = expand_grid<512, 8>(iq2_xs_points, three);
constexpr Grid<1024, 8> iq2_s = expand_grid<1024, 8>(iq2_s_points, three);
constexpr Grid<256, 4> iq3_xxs = expand_grid<256, 4>(
    iq3_xxs_points, std::array<std::int8_t, 8>{0x04, 0x0c, 0x14, 0x1c, 0x24, 0x2c, 0x34, 0x3e});
constexpr Grid<512, 4> iq3_s =
    expand_grid<512, 4>(iq3_s_points, std::array<std::int8_t, 8>{1, 3, 5, 7, 9, 11, 13, 15});

template <std::size_t points, std::size_t elements>
Tensor tensor_of(const Grid<points, elements>& grid) {
  Tensor tensor;
  tensor.type = Type::i8;
  tensor.shape = {elements, points, 1, 1};
  tensor.stride = contiguous_strides(tensor.type, tensor.shape);
  // Nobody writes to an input; tensors have one kind of pointer for all.
  tensor.data = reinterpret_cast<std::byte*>(const_cast<std::int8_t*>(grid[0].data()));
  tensor.is_weight = true;
  return tensor;
}

std::map<Type, Tensor> make() {
  return {{Type::iq1_s, tensor_of(iq1)},       {Type::iq1_m, tensor_of(iq1)},
          {Type::iq2_xxs, tensor_of(iq2_xxs)}, {Type::iq2_xs, tensor_of(iq2_xs)},
          {Type::iq2_s, tensor_of(iq2_s)},     {Type::iq3_xxs, tensor_of(iq3_xxs)},
          {Type::iq3_s, tensor_of(iq3_s)}};
}

}  // namespace gpu_grids

const Tensor* grid_of(Type type) {
  static const std::map<Type, Tensor> grids = gpu_grids::make();
  const auto it = grids.find(type);
  return it == grids.end() ? nullptr : &it->second;
}

}  // namespace tern

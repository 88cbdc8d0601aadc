#pragma once

#include "core/check.h"
#include "core/graph.h"
#include "core/ops/convolution.h"
#include "core/text.h"

namespace tern {
namespace ops_images {

/// Where channels and images are among the dimensions.
inline std::size_t channel_dim(const ConvolutionParams& p) {
  return static_cast<std::size_t>(p.rank);
}

inline void check_params(const OpInfo& op, const ConvolutionParams& p) {
  if (p.rank < 1 || p.rank > 3) fail(op, "rank 1, 2 or 3", concat(p.rank));
  for (std::size_t i = 0; i < static_cast<std::size_t>(p.rank); ++i) {
    if (p.size[i] < 1) fail(op, "sizes >= 1", concat(p.size[i]));
    if (p.stride[i] < 1) fail(op, "strides >= 1", concat(p.stride[i]));
    if (p.padding[i] < 0) fail(op, "paddings >= 0", concat(p.padding[i]));
    if (p.dilation[i] < 1) fail(op, "dilations >= 1", concat(p.dilation[i]));
  }
}

/// Images of p.channels channels.
inline void check_images(const OpInfo& op, const Tensor& x, const ConvolutionParams& p) {
  expect_type(op, x, Type::f32);
  expect_contiguous_rows(op, x);
  const std::int64_t channels = x.shape[channel_dim(p)];
  const bool fits =
      p.rank == 3 ? p.channels > 0 && channels % p.channels == 0 : channels == p.channels;
  if (!fits) fail(op, concat("images of ", p.channels, " channels"), describe(x));
  expect(p.rank > 1 || x.shape[3] == 1, op, "[width, channels, images]", x);
}

/// Places that a kernel takes along one direction.
inline std::int64_t places(const OpInfo& op, const Tensor& x, const ConvolutionParams& p,
                           std::size_t i) {
  const std::int64_t reach = std::int64_t{p.dilation[i]} * (p.size[i] - 1) + 1;
  const std::int64_t room = x.shape[i] + 2 * std::int64_t{p.padding[i]} - reach;
  if (room < 0) fail(op, concat("images of at least ", reach, " elements"), describe(x));
  return room / p.stride[i] + 1;
}

}  // namespace ops_images
}  // namespace tern

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/ops/convolution.h"

namespace tern {

/// Images without gaps, channel by channel: [width, height, depth, channels, images].
struct ImageSizes {
  std::array<std::int64_t, 3> size{1, 1, 1};
  std::int64_t channels = 1;
  std::int64_t images = 1;

  std::int64_t count() const { return size[0] * size[1] * size[2] * channels * images; }
};

inline double pixel(const std::vector<float>& x, const ImageSizes& s, std::int64_t image,
                    std::int64_t channel, const std::array<std::int64_t, 3>& at) {
  std::int64_t index = image * s.channels + channel;
  for (std::size_t i = 3; i-- > 0;) {
    if (at[i] < 0 || at[i] >= s.size[i]) return 0.0;
    index = index * s.size[i] + at[i];
  }
  return x[static_cast<std::size_t>(index)];
}

/// By definition; kernels as images of channels / groups channels, one for each output.
inline std::vector<float> convolved(const std::vector<float>& x, const ImageSizes& s,
                                    const std::vector<float>& kernels, const ConvolutionParams& p,
                                    std::int64_t outputs) {
  const std::int64_t channels = s.channels / p.groups;
  const ImageSizes k{{p.size[0], p.size[1], p.size[2]}, channels, outputs};
  std::array<std::int64_t, 3> places{};
  for (std::size_t i = 0; i < 3; ++i)
    places[i] =
        (s.size[i] + 2 * p.padding[i] - p.dilation[i] * (p.size[i] - 1) - 1) / p.stride[i] + 1;
  std::vector<float> result;
  const std::int64_t per_output = places[0] * places[1] * places[2];
  for (std::int64_t n = 0; n < per_output * outputs * s.images; ++n) {
    const std::int64_t output = n / per_output % outputs;
    const std::array<std::int64_t, 3> at{n % places[0], n / places[0] % places[1],
                                         n / (places[0] * places[1]) % places[2]};
    double sum = 0.0;
    for (std::int64_t e = 0; e < p.size[0] * p.size[1] * p.size[2] * channels; ++e) {
      const std::int64_t row = e / p.size[0];
      const std::array<std::int64_t, 3> in_kernel{e % p.size[0], row % p.size[1],
                                                  row / p.size[1] % p.size[2]};
      const std::int64_t channel = row / (p.size[1] * p.size[2]);
      std::array<std::int64_t, 3> in_image{};
      for (std::size_t i = 0; i < 3; ++i)
        in_image[i] = at[i] * p.stride[i] + in_kernel[i] * p.dilation[i] - p.padding[i];
      sum += pixel(x, s, n / per_output / outputs,
                   output / (outputs / p.groups) * channels + channel, in_image) *
             pixel(kernels, k, output, channel, in_kernel);
    }
    result.push_back(static_cast<float>(sum));
  }
  return result;
}

}  // namespace tern

#include "kernels/language.h"

#include "kernels/args/upscale.h"

TN_FUNCTION tn_i32 tn_within(tn_i32 i, tn_i32 n) { return i < 0 ? 0 : (i < n ? i : n - 1); }

TN_FUNCTION tn_i32 tn_nearest(const tn_upscale_args a, tn_i32 dim, tn_i32 i) {
  return tn_within((tn_i32)((float)i / a.factor[dim]), a.x.shape[dim]);
}

/// The place in the source of element i of the result.
TN_FUNCTION float tn_place(const tn_upscale_args a, tn_i32 dim, tn_i32 i) {
  return ((float)i + a.offset) / a.factor[dim] - a.offset;
}

/// What the tap number i counts that lies `part` behind the first of two.
TN_FUNCTION float tn_linear(tn_i32 i, float part) { return i == 0 ? 1.0f - part : part; }

/// The same of four: convolution with the cubic kernel for a = -0.75.
TN_FUNCTION float tn_cubic(tn_i32 i, float part) {
  const float c = -0.75f;
  const float d = fabs(part + 1.0f - (float)i);
  if (d <= 1.0f) return ((c + 2.0f) * d - (c + 3.0f)) * d * d + 1.0f;
  return ((c * d - 5.0f * c) * d + 8.0f * c) * d - 4.0f * c;
}

/// Weight of element i of the source under a triangle around a place.
TN_FUNCTION float tn_under(tn_i32 i, float center, float width) {
  return fmax(0.0f, 1.0f - fabs((float)i + 0.5f - center) / width);
}

/// The matrix of the source that the group's matrix is made of.
TN_FUNCTION const TN_GLOBAL tn_u8* tn_matrix(const tn_upscale_args a, const TN_GLOBAL tn_u8* x,
                                             tn_i32 i2, tn_i32 i3) {
  return tn_row(x, a.x, 0, tn_nearest(a, 2, i2), tn_nearest(a, 3, i3));
}

/// The sum of n × n taps from (row, column) on; beyond the edges lie copies of those at the edges.
#define TN_TAPS(name, n, first, WEIGHT)                                                           \
  TN_FUNCTION float name(const tn_upscale_args a, const TN_GLOBAL tn_u8* x, float place0,         \
                         float place1) {                                                          \
    const float below0 = floor(place0);                                                           \
    const float below1 = floor(place1);                                                           \
    float total = 0.0f;                                                                           \
    for (tn_i32 r = 0; r < n; ++r) {                                                              \
      const tn_i32 row = tn_within((tn_i32)below1 - first + r, a.x.shape[1]);                     \
      float sum = 0.0f;                                                                           \
      for (tn_i32 c = 0; c < n; ++c)                                                              \
        sum += WEIGHT(c, place0 - below0) *                                                       \
               TN_FLOATS(                                                                         \
                   x + row * a.x.stride[1])[tn_within((tn_i32)below0 - first + c, a.x.shape[0])]; \
      total += WEIGHT(r, place1 - below1) * sum;                                                  \
    }                                                                                             \
    return total;                                                                                 \
  }

TN_TAPS(tn_bilinear, 2, 0, tn_linear)
TN_TAPS(tn_bicubic, 4, 1, tn_cubic)

/// The average of what lies under an element of the result.
TN_FUNCTION float tn_average(const tn_upscale_args a, const TN_GLOBAL tn_u8* x, tn_i32 i0,
                             tn_i32 i1) {
  const float center0 = ((float)i0 + 0.5f) / a.factor[0];
  const float center1 = ((float)i1 + 0.5f) / a.factor[1];
  const float width0 = fmax(1.0f, 1.0f / a.factor[0]);
  const float width1 = fmax(1.0f, 1.0f / a.factor[1]);
  float total = 0.0f;
  float weights = 0.0f;
  for (tn_i32 row = (tn_i32)fmax(0.0f, center1 - width1 + 0.5f);
       row < (tn_i32)(center1 + width1 + 0.5f) && row < a.x.shape[1]; ++row) {
    for (tn_i32 column = (tn_i32)fmax(0.0f, center0 - width0 + 0.5f);
         column < (tn_i32)(center0 + width0 + 0.5f) && column < a.x.shape[0]; ++column) {
      const float weight = tn_under(row, center1, width1) * tn_under(column, center0, width0);
      total += weight * TN_FLOATS(x + row * a.x.stride[1])[column];
      weights += weight;
    }
  }
  return weights > 0.0f ? total / weights : total;
}

// One group for each row of the result.

#define TN_UPSCALE(name, VALUE)                                                                   \
  TN_KERNEL_1(upscale_##name, tn_upscale_args) {                                                  \
    const TN_GLOBAL tn_u8* x = tn_matrix(a, in0, (tn_i32)TN_GROUP_Y, (tn_i32)TN_GROUP_Z);         \
    TN_GLOBAL float* y = TN_FLOATS_OUT(tn_row_out(out, a.y, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z)); \
    const tn_i32 down = (tn_i32)TN_GROUP_X;                                                       \
    for (tn_i32 i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) y[i] = VALUE;                   \
  }

TN_UPSCALE(nearest, TN_FLOATS(x + tn_nearest(a, 1, down) * a.x.stride[1])[tn_nearest(a, 0, i)])
TN_UPSCALE(bilinear, tn_bilinear(a, x, tn_place(a, 0, i), tn_place(a, 1, down)))
TN_UPSCALE(bicubic, tn_bicubic(a, x, tn_place(a, 0, i), tn_place(a, 1, down)))
TN_UPSCALE(average, tn_average(a, x, i, down))

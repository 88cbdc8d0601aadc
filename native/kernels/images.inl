#include "kernels/language.h"

#include "kernels/args/images.h"
#include "kernels/numbers.h"

/// A row of an image.
TN_FUNCTION tn_i64 tn_image_row(const tn_images t, tn_i32 image, tn_i32 channel, tn_i32 z,
                                tn_i32 y) {
  return image * t.image_stride + channel * t.channel_stride + z * t.stride[2] + y * t.stride[1];
}

/// The element of an image that an element of a kernel meets, in one direction.
TN_FUNCTION tn_i32 tn_met(const tn_convolution_args a, tn_i32 direction, tn_i32 place,
                          tn_i32 element) {
  return place * a.stride[direction] + element * a.dilation[direction] - a.padding[direction];
}

TN_FUNCTION int tn_is_in(const tn_images t, tn_i32 x, tn_i32 y, tn_i32 z) {
  return x >= 0 && x < t.size[0] && y >= 0 && y < t.size[1] && z >= 0 && z < t.size[2];
}

// One group for each row of each output. Groups: rows (of all planes), outputs, images.

#define TN_CONVOLUTION(type)                                                                 \
  TN_KERNEL_2(convolution_##type, tn_convolution_args) {                                     \
    const tn_i32 down = (tn_i32)TN_GROUP_X % a.y.size[1];                                    \
    const tn_i32 deep = (tn_i32)TN_GROUP_X / a.y.size[1];                                    \
    const tn_i32 output = (tn_i32)TN_GROUP_Y;                                                \
    const tn_i32 first = output / a.outputs * a.channels;                                    \
    const tn_i32 n = a.kernels.size[0] * a.kernels.size[1] * a.kernels.size[2] * a.channels; \
    TN_GLOBAL float* y =                                                                     \
        TN_FLOATS_OUT(out + tn_image_row(a.y, (tn_i32)TN_GROUP_Z, output, deep, down));      \
    for (tn_i32 i = TN_THREAD; i < a.y.size[0]; i += TN_THREADS) {                           \
      float sum = 0.0f;                                                                      \
      for (tn_i32 k = 0; k < n; ++k) {                                                       \
        const tn_i32 rest = k / a.kernels.size[0];                                           \
        const tn_i32 channel = rest / a.kernels.size[1] / a.kernels.size[2];                 \
        const tn_i32 x0 = tn_met(a, 0, i, k % a.kernels.size[0]);                            \
        const tn_i32 x1 = tn_met(a, 1, down, rest % a.kernels.size[1]);                      \
        const tn_i32 x2 = tn_met(a, 2, deep, rest / a.kernels.size[1] % a.kernels.size[2]);  \
        if (!tn_is_in(a.x, x0, x1, x2)) continue;                                            \
        const tn_i64 row = tn_image_row(a.x, (tn_i32)TN_GROUP_Z, first + channel, x2, x1);   \
        sum += TN_FLOATS(in0 + row)[x0] *                                                    \
               tn_load_##type(in1, (tn_i64)output * n + k, a.kernels.stride[0]);             \
      }                                                                                      \
      y[i] = sum;                                                                            \
    }                                                                                        \
  }

TN_FOR_READ_TYPES(TN_CONVOLUTION)

// One group for each row of each output; each element collects what the kernel gives it. Groups:
// rows, outputs, images. Channels of the kernels are their images.

#define TN_CONVOLUTION_TRANSPOSE(type)                                                            \
  TN_KERNEL_2(convolution_transpose_##type, tn_convolution_args) {                                \
    const tn_i32 down = (tn_i32)TN_GROUP_X;                                                       \
    const tn_i32 output = (tn_i32)TN_GROUP_Y;                                                     \
    TN_GLOBAL float* y =                                                                          \
        TN_FLOATS_OUT(out + tn_image_row(a.y, (tn_i32)TN_GROUP_Z, output, 0, down));              \
    for (tn_i32 i = TN_THREAD; i < a.y.size[0]; i += TN_THREADS) {                                \
      float sum = 0.0f;                                                                           \
      for (tn_i32 k1 = 0; k1 < a.kernels.size[1]; ++k1) {                                         \
        const tn_i32 row = (down - k1) / a.stride[1];                                             \
        if (down < k1 || (down - k1) % a.stride[1] != 0 || row >= a.x.size[1]) continue;          \
        for (tn_i32 k0 = 0; k0 < a.kernels.size[0]; ++k0) {                                       \
          const tn_i32 column = (i - k0) / a.stride[0];                                           \
          if (i < k0 || (i - k0) % a.stride[0] != 0 || column >= a.x.size[0]) continue;           \
          for (tn_i32 channel = 0; channel < a.x.channels; ++channel)                             \
            sum +=                                                                                \
                TN_FLOATS(in0 + tn_image_row(a.x, (tn_i32)TN_GROUP_Z, channel, 0, row))[column] * \
                tn_load_##type(in1 + tn_image_row(a.kernels, channel, output, 0, k1), k0,         \
                               a.kernels.stride[0]);                                              \
        }                                                                                         \
      }                                                                                           \
      y[i] = sum;                                                                                 \
    }                                                                                             \
  }

TN_FOR_READ_TYPES(TN_CONVOLUTION_TRANSPOSE)

// One group for each column: all elements that a kernel meets at one place.

#define TN_IM2COL(type)                                                                            \
  TN_KERNEL_1(im2col_##type, tn_convolution_args) {                                                \
    const tn_i32 planes = a.rank == 3 ? a.columns.shape[3] / a.x.images : 1;                       \
    const tn_i32 last = (tn_i32)(a.rank == 1 ? TN_GROUP_Y : TN_GROUP_Z);                           \
    const tn_i32 image = last / planes;                                                            \
    TN_GLOBAL tn_u8* y = tn_row_out(out, a.columns, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z);           \
    for (tn_i32 i = TN_THREAD; i < a.columns.shape[0]; i += TN_THREADS) {                          \
      const tn_i32 rest = i / a.kernels.size[0];                                                   \
      const tn_i32 channel = rest / a.kernels.size[1] / a.kernels.size[2];                         \
      const tn_i32 x0 = tn_met(a, 0, (tn_i32)TN_GROUP_X, i % a.kernels.size[0]);                   \
      const tn_i32 x1 =                                                                            \
          tn_met(a, 1, a.rank == 1 ? 0 : (tn_i32)TN_GROUP_Y, rest % a.kernels.size[1]);            \
      const tn_i32 x2 = tn_met(a, 2, last % planes, rest / a.kernels.size[1] % a.kernels.size[2]); \
      const int inside = tn_is_in(a.x, x0, x1, x2);                                                \
      const tn_i64 row = inside ? tn_image_row(a.x, image, channel, x2, x1) : 0;                   \
      tn_store_##type(y + i * a.columns.stride[0], inside ? TN_FLOATS(in0 + row)[x0] : 0.0f);      \
    }                                                                                              \
  }

TN_IM2COL(f32)
TN_IM2COL(f16)

// One group for each output; each element collects what columns give it. kernels.size[0]: elements
// of a column that belong to one output.

#define TN_COL2IM(type)                                                                          \
  TN_KERNEL_1(col2im_##type, tn_convolution_args) {                                              \
    const tn_i32 size = a.kernels.size[0];                                                       \
    TN_GLOBAL float* y = TN_FLOATS_OUT(out + TN_GROUP_X * a.y.channel_stride);                   \
    for (tn_i32 i = TN_THREAD; i < a.y.size[0]; i += TN_THREADS) {                               \
      float sum = 0.0f;                                                                          \
      for (tn_i32 k = 0; k < size; ++k) {                                                        \
        const tn_i32 at = i + a.padding[0] - k;                                                  \
        if (at < 0 || at % a.stride[0] != 0 || at / a.stride[0] >= a.columns.shape[1]) continue; \
        sum += tn_load_##type(tn_row(in0, a.columns, at / a.stride[0], 0, 0),                    \
                              (tn_i64)TN_GROUP_X * size + k, a.columns.stride[0]);               \
      }                                                                                          \
      y[i] = sum;                                                                                \
    }                                                                                            \
  }

TN_FOR_READ_TYPES(TN_COL2IM)

// One group for each row of the result.

#define TN_POOL(type)                                                                             \
  TN_KERNEL_1(pool_##type, tn_pool_args) {                                                        \
    TN_GLOBAL float* y = TN_FLOATS_OUT(tn_row_out(out, a.y, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z)); \
    const tn_i32 top = (tn_i32)TN_GROUP_X * a.stride[1] - a.padding[1];                           \
    for (tn_i32 i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) {                               \
      const tn_i32 left = i * a.stride[0] - a.padding[0];                                         \
      float sum = 0.0f;                                                                           \
      float largest = -3.402823466e38f;                                                           \
      tn_i32 count = 0;                                                                           \
      for (tn_i32 k = 0; k < a.size[0] * a.size[1]; ++k) {                                        \
        const tn_i32 column = left + k % a.size[0];                                               \
        const tn_i32 row = top + k / a.size[0];                                                   \
        if (column < 0 || column >= a.x.shape[0] || row < 0 || row >= a.x.shape[1]) continue;     \
        const float value =                                                                       \
            tn_load_##type(tn_row(in0, a.x, row, TN_GROUP_Y, TN_GROUP_Z), column, a.x.stride[0]); \
        sum += value;                                                                             \
        largest = fmax(largest, value);                                                           \
        ++count;                                                                                  \
      }                                                                                           \
      const tn_i32 divisor = a.counts_padding ? a.size[0] * a.size[1] : (count > 0 ? count : 1);  \
      y[i] = a.is_mean ? sum / (float)divisor : largest;                                          \
    }                                                                                             \
  }

TN_POOL(f32)
TN_POOL(f16)

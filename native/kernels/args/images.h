#pragma once

#include "kernels/types.h"

/// A tensor as images: bytes between neighbours in width, height and depth, channels and images.
typedef struct tn_images {
  tn_i64 stride[3];
  tn_i64 channel_stride, image_stride;
  tn_i32 size[3];
  tn_i32 channels, images;
} tn_images;

typedef struct tn_convolution_args {
  tn_images x, kernels, y;
  tn_layout columns;  ///< of im2col and col2im: the other operand as it lies in memory
  tn_i32 stride[3], padding[3], dilation[3];
  tn_i32 channels;  ///< of a group of x
  tn_i32 outputs;   ///< of a group of y
  tn_i32 rank;
} tn_convolution_args;

typedef struct tn_pool_args {
  tn_layout x, y;
  tn_i32 size[2], stride[2], padding[2];
  tn_i32 is_mean, counts_padding;
} tn_pool_args;

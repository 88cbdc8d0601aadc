#pragma once

#include "kernels/encode_blocks.h"
#include "kernels/encode_k.h"
#include "kernels/encode_small.h"

// Expands X(type, n) for all types in blocks of n elements that are written:
// tn_encode_<type>(block, x, bytes between the floats of x).

#define TN_FOR_ENCODED_TYPES(X)                                                            \
  X(q8_0, 32)                                                                              \
  X(q4_0, 32)                                                                              \
  X(q4_1, 32) X(q5_0, 32) X(q5_1, 32) X(iq4_nl, 32) X(mxfp4, 32) X(nvfp4, 64) X(q2_k, 256) \
      X(q3_k, 256) X(q4_k, 256) X(q5_k, 256) X(q6_k, 256) X(iq4_xs, 256) X(tq1_0, 256)     \
          X(tq2_0, 256)

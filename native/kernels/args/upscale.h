#pragma once

#include "kernels/types.h"

typedef struct tn_upscale_args {
  tn_layout x, y;
  float factor[4];  ///< elements of the result for one of the source, by dimension
  float offset;     ///< 0.5 if elements are areas, 0 if they are points
} tn_upscale_args;

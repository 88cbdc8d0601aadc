#pragma once

#include "kernels/types.h"

typedef struct tn_concat_args {
  tn_layout x, z, y;
  tn_i32 dim;
} tn_concat_args;

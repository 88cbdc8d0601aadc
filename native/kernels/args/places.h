#pragma once

#include "kernels/types.h"

/// Ops that put elements in other places: numbers by dimension, and what the op wants to know.
typedef struct tn_places_args {
  tn_layout x, z, y;
  tn_i32 by_dim[4];
  tn_i32 number[4];
} tn_places_args;

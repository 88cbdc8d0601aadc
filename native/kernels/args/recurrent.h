#pragma once

#include "kernels/types.h"

/// Ops whose operands have one shape, and a square state for each head: outputs [size, heads,
/// tokens, sequences] come first in the result, then the new states.
typedef struct tn_recurrent_args {
  tn_layout x[6];   ///< operands
  tn_layout first;  ///< rwkv_wkv6: gains of what is new, by head
  tn_layout states;
  float scale;
} tn_recurrent_args;

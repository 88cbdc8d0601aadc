#pragma once

#include "kernels/args/rope.h"

/// Several positions for each token: which of them turns a pair is said by sections.
typedef struct tn_rope_sections_args {
  tn_rope_args rope;
  tn_i32 size[4];  ///< pairs of each section
  tn_i32 order;    ///< 0: one position only, 1: one after the other, 2: the first three take turns,
                   ///< 3: one after the other, with frequencies that start anew in each
  tn_i32 pairs;    ///< that are turned
  tn_i32 kinds_apart;  ///< numbers from one kind of position to the next
  float direction;     ///< 1, or -1 to turn back
} tn_rope_sections_args;

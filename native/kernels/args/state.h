#pragma once

#include "kernels/types.h"

/// Ops that carry a state from token to token. Outputs [size, heads, tokens, sequences] come first
/// in the result, then the states of all snapshots, the newest first.
typedef struct tn_delta_net_args {
  tn_layout q, k, v, gate, beta, states;
  tn_i64 snapshot_stride, sequence_stride;  ///< floats between states of two snapshots, sequences
  tn_i32 snapshots;
  float scale;
} tn_delta_net_args;

typedef struct tn_scan_args {
  tn_layout states, x, dt, decay, b, c;
  tn_i32 snapshots;
} tn_scan_args;

typedef struct tn_conv_args {
  tn_layout x, window, y;
} tn_conv_args;

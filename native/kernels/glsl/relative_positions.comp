#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "move.glsl"
#include "args/places.h"

TN_KERNEL(relative_positions_2, 2, 0)
TN_KERNEL(relative_positions_4, 4, 0)
TN_ARGS(tn_places_args)

// Rows of a table by the distance of a query (Y) from a key (X); elements of so many bytes.
void main() {
  const tn_address x = tn_row(in0, a.x, a.y.shape[1] - 1 - TN_GROUP_X + TN_GROUP_Y, 0, 0);
  const tn_address y = tn_own_row(push.result, a.y);
  for (int i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS)
    tn_move(tn_first, x + i * a.x.stride[0], y + i * a.y.stride[0]);
}

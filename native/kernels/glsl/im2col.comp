#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "plain.glsl"
#include "store_plain.glsl"
#include "args/images.h"

TN_KERNEL(im2col_f32, TN_F32, 0)
TN_KERNEL(im2col_f16, TN_F16, 0)
TN_ARGS(tn_convolution_args)
#include "images.glsl"

// One group for each column: all elements that a kernel meets at one place.
void main() {
  const int planes = a.rank == 3 ? a.columns.shape[3] / a.x.images : 1;
  const int last = a.rank == 1 ? TN_GROUP_Y : TN_GROUP_Z;
  const ivec3 place = ivec3(TN_GROUP_X, a.rank == 1 ? 0 : TN_GROUP_Y, last % planes);
  const tn_address y = tn_own_row(push.result, a.columns);
  for (int i = TN_THREAD; i < a.columns.shape[0]; i += TN_THREADS)
    tn_store(tn_first, y + i * a.columns.stride[0], met_value(last / planes, 0, place, i));
}

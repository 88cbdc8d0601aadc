#pragma once

// Words of CUDA for nvcc, which brings its headers along, and functions with them.

#define TN_THREAD tn_u32(threadIdx.x)
#define TN_THREADS tn_u32(blockDim.x)
#define TN_GROUP_X tn_u32(blockIdx.x)
#define TN_GROUP_Y tn_u32(blockIdx.y)
#define TN_GROUP_Z tn_u32(blockIdx.z)

// A function of the toolkit has that name.
#define norm tn_norm

TN_FUNCTION float tn_shuffle_xor(float value, tn_u32 mask) {
  return __shfl_xor_sync(0xffffffffu, value, static_cast<int>(mask));
}

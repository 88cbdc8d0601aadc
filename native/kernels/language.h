#pragma once

// A kernel is C with these words; a header for each language says what they mean.
//
//   TN_KERNEL_n(name, args)   a kernel that reads the buffers in0 … in<n-1>, writes `out`, and
//                             knows its constants as `a`; TN_KERNEL_6_2 writes `out` and `out2`
//   TN_GLOBAL                 before what a pointer into a buffer points to
//   TN_SHARED(type, name, n)  an array that the threads of a group share
//   TN_FUNCTION               before a function that kernels call
//   TN_BARRIER()              all threads of the group wait; what they wrote is seen by all
//   TN_THREAD, TN_THREADS     of the group; TN_GROUP_X, _Y, _Z: the group
//   TN_LANE, TN_LANES         of the subgroup (1, or a power of two up to 64); TN_SUBGROUP: which
//   tn_sum_lanes, tn_max_lanes  over the subgroup; every lane gets the result
//
// Subgroups are as large as the device wants: a kernel must not count on any size.

#include "kernels/types.h"

#if defined(__OPENCL_C_VERSION__)
#include "kernels/languages/opencl.h"
#elif defined(__METAL_VERSION__)
#include "kernels/languages/metal.h"
#elif defined(__HIP__)
#include "kernels/languages/hip.h"
#elif defined(__CUDA__) || defined(__CUDACC__)
#include "kernels/languages/cuda.h"
#else
#include "kernels/languages/host.h"
#endif

#include "kernels/group.h"

#pragma once

// The kernels as C++, with the threads of a group as fibers.

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "backends/host/group.h"
#include "backends/host/kernel.h"

using std::ceil;
using std::cos;
using std::erf;
using std::exp;
using std::exp2;
using std::expm1;
using std::fabs;
using std::floor;
using std::fmax;
using std::fmin;
using std::log;
using std::log1p;
using std::pow;
using std::round;
using std::sin;
using std::sqrt;
using std::tanh;
using std::trunc;

#define TN_INFINITY std::numeric_limits<float>::infinity()

#define TN_GLOBAL
#define TN_LOCAL
#define TN_FUNCTION [[maybe_unused]] static inline
#define TN_SHARED(type, name, n) static thread_local type name[n]
// What Metal needs to tell functions which thread they run in.
#define TN_TAKE
#define TN_PASS

#define TN_THREAD tern::host_thread().thread
#define TN_THREADS tern::host_thread().threads
#define TN_GROUP_X tern::host_thread().group[0]
#define TN_GROUP_Y tern::host_thread().group[1]
#define TN_GROUP_Z tern::host_thread().group[2]
#define TN_LANE tern::host_thread().lane
#define TN_LANES tern::host_thread().lanes
#define TN_SUBGROUP tern::host_thread().subgroup
#define TN_BARRIER() tern::host_barrier()

TN_FUNCTION float tn_sum_lanes(float value) { return tern::host_sum_lanes(value); }
TN_FUNCTION float tn_max_lanes(float value) { return tern::host_max_lanes(value); }

TN_FUNCTION float tn_half_to_float(tn_u16 half) { return tern::half_to_float(half); }
TN_FUNCTION tn_u16 tn_float_to_half(float value) { return tern::float_to_half(value); }
TN_FUNCTION float tn_bits_to_float(tn_u32 bits) { return std::bit_cast<float>(bits); }
TN_FUNCTION tn_u32 tn_float_to_bits(float value) { return std::bit_cast<tn_u32>(value); }

/// The kernels of this file, for the function that registers them.
static tern::HostKernelList tn_kernels;

#define TN_IN const tn_u8* __restrict
#define TN_OUT tn_u8* __restrict

#define TN_HOST_KERNEL(name, args, parameters, ...)                                 \
  static void name##_body parameters;                                               \
  static void name##_start(const tern::HostStart& start) {                          \
    const tn_u8* const* in = start.inputs;                                          \
    tn_u8* const* to = start.outputs;                                               \
    args a;                                                                         \
    std::memcpy(&a, start.constants, sizeof a);                                     \
    name##_body(a, __VA_ARGS__);                                                    \
  }                                                                                 \
  static const tern::HostKernelEntry name##_entry(#name, name##_start, tn_kernels); \
  static void name##_body parameters

#define TN_KERNEL_1(name, args) \
  TN_HOST_KERNEL(name, args, (const args a, TN_IN in0, TN_OUT out), in[0], to[0])
#define TN_KERNEL_2(name, args) \
  TN_HOST_KERNEL(name, args, (const args a, TN_IN in0, TN_IN in1, TN_OUT out), in[0], in[1], to[0])
#define TN_KERNEL_3(name, args)                                                                  \
  TN_HOST_KERNEL(name, args, (const args a, TN_IN in0, TN_IN in1, TN_IN in2, TN_OUT out), in[0], \
                 in[1], in[2], to[0])
#define TN_KERNEL_4(name, args)                                                                 \
  TN_HOST_KERNEL(name, args,                                                                    \
                 (const args a, TN_IN in0, TN_IN in1, TN_IN in2, TN_IN in3, TN_OUT out), in[0], \
                 in[1], in[2], in[3], to[0])
#define TN_KERNEL_5(name, args)                                                                 \
  TN_HOST_KERNEL(                                                                               \
      name, args,                                                                               \
      (const args a, TN_IN in0, TN_IN in1, TN_IN in2, TN_IN in3, TN_IN in4, TN_OUT out), in[0], \
      in[1], in[2], in[3], in[4], to[0])
#define TN_KERNEL_6(name, args)                                                                   \
  TN_HOST_KERNEL(name, args,                                                                      \
                 (const args a, TN_IN in0, TN_IN in1, TN_IN in2, TN_IN in3, TN_IN in4, TN_IN in5, \
                  TN_OUT out),                                                                    \
                 in[0], in[1], in[2], in[3], in[4], in[5], to[0])
#define TN_KERNEL_7(name, args)                                                                   \
  TN_HOST_KERNEL(name, args,                                                                      \
                 (const args a, TN_IN in0, TN_IN in1, TN_IN in2, TN_IN in3, TN_IN in4, TN_IN in5, \
                  TN_IN in6, TN_OUT out),                                                         \
                 in[0], in[1], in[2], in[3], in[4], in[5], in[6], to[0])
#define TN_KERNEL_8(name, args)                                                                   \
  TN_HOST_KERNEL(name, args,                                                                      \
                 (const args a, TN_IN in0, TN_IN in1, TN_IN in2, TN_IN in3, TN_IN in4, TN_IN in5, \
                  TN_IN in6, TN_IN in7, TN_OUT out),                                              \
                 in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], to[0])
#define TN_KERNEL_6_2(name, args)                                                                 \
  TN_HOST_KERNEL(name, args,                                                                      \
                 (const args a, TN_IN in0, TN_IN in1, TN_IN in2, TN_IN in3, TN_IN in4, TN_IN in5, \
                  TN_OUT out, TN_OUT out2),                                                       \
                 in[0], in[1], in[2], in[3], in[4], in[5], to[0], to[1])

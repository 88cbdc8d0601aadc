#pragma once

#include "core/ops/col2im.h"
#include "core/ops/convolution.h"
#include "core/ops/flash_attention.h"
#include "core/ops/glu.h"
#include "core/ops/hyper_weights.h"
#include "core/ops/pad.h"
#include "core/ops/pool.h"
#include "core/ops/rope.h"
#include "core/ops/softmax.h"
#include "core/ops/sort.h"
#include "core/ops/timestep_embedding.h"
#include "core/ops/triangle.h"
#include "core/ops/upscale.h"
#include "ops/convolution.h"
#include "tests/fuzz/support/scene.h"

// How parameters of ops are decided on.

namespace tern {

/// Only values that there are: others cannot come from a program that compiles.
template <class Enum, int count>
struct FuzzEnum {
  static Enum from(FuzzScene& scene) { return static_cast<Enum>(scene.decisions.below(count)); }
};

template <>
struct FuzzDraw<RopeMode> : FuzzEnum<RopeMode, 5> {};
template <>
struct FuzzDraw<PoolMode> : FuzzEnum<PoolMode, 2> {};
template <>
struct FuzzDraw<ScaleMode> : FuzzEnum<ScaleMode, 4> {};
template <>
struct FuzzDraw<SortOrder> : FuzzEnum<SortOrder, 2> {};
template <>
struct FuzzDraw<Triangle> : FuzzEnum<Triangle, 4> {};
template <>
struct FuzzDraw<Type> {
  static Type from(FuzzScene& scene);
};

#define TERN_FUZZ_STRUCT(name, ...)                          \
  template <>                                                \
  struct FuzzDraw<name> {                                    \
    static name from(FuzzScene& scene) {                     \
      using P = name;                                        \
      return draw_struct<P>(scene, std::tuple{__VA_ARGS__}); \
    }                                                        \
  }

TERN_FUZZ_STRUCT(Col2imParams, &P::stride, &P::padding);
TERN_FUZZ_STRUCT(ConvolutionParams, &P::rank, &P::size, &P::stride, &P::padding, &P::dilation,
                 &P::channels, &P::groups);
TERN_FUZZ_STRUCT(FlashAttentionParams, &P::scale, &P::max_bias, &P::softcap);
TERN_FUZZ_STRUCT(HyperWeightsParams, &P::epsilon, &P::iterations);
TERN_FUZZ_STRUCT(PadParams, &P::before, &P::after, &P::circular);
TERN_FUZZ_STRUCT(PoolParams, &P::mode, &P::size, &P::stride, &P::padding, &P::counts_padding);
TERN_FUZZ_STRUCT(RopeParams, &P::mode, &P::dims, &P::base, &P::frequency_scale, &P::extrapolation,
                 &P::magnitude, &P::beta_fast, &P::beta_slow, &P::original_context, &P::sections,
                 &P::offset);
TERN_FUZZ_STRUCT(SoftmaxParams, &P::scale, &P::max_bias);
TERN_FUZZ_STRUCT(Stepping, &P::stride, &P::padding, &P::dilation);
TERN_FUZZ_STRUCT(SwigluOaiParams, &P::alpha, &P::limit);
TERN_FUZZ_STRUCT(TimestepParams, &P::dims, &P::max_period);
TERN_FUZZ_STRUCT(UpscaleParams, &P::mode, &P::align_corners);

#undef TERN_FUZZ_STRUCT

}  // namespace tern

#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "args/upscale.h"

TN_ARGS(tn_upscale_args)

/// The element of x that is nearest to element i, along one dimension.
int nearest(int dim, int i) { return min(int(float(i) / a.factor[dim]), a.x.shape[dim] - 1); }

/// Where element i lies in x.
float place_of(int dim, int i) {
  return (float(i) + a.offset) / a.factor[dim] - a.offset;
}

/// What an element of x so far away counts: a triangle for two elements, for four the cubic
/// function for -0.75.
float tap(float distance, bool cubic) {
  const float d = abs(distance);
  if (!cubic) return 1.0f - d;
  if (d <= 1.0f) return (1.25f * d - 2.25f) * d * d + 1.0f;
  return ((-0.75f * d + 3.75f) * d - 6.0f) * d + 3.0f;
}

tn_floats row_of(tn_address x, int row) { return tn_floats(x + row * a.x.stride[1]); }

/// From two or four elements along each direction; beyond the edges lie copies of those there.
float sampled(tn_address x, ivec2 at, bool cubic) {
  const vec2 place = vec2(place_of(0, at.x), place_of(1, at.y));
  const int first = cubic ? -1 : 0;
  const int last = cubic ? 2 : 1;
  float total = 0.0f;
  for (int r = first; r <= last; ++r) {
    const int row = int(floor(place.y)) + r;
    tn_floats values = row_of(x, clamp(row, 0, a.x.shape[1] - 1));
    float sum = 0.0f;
    for (int c = first; c <= last; ++c) {
      const int column = int(floor(place.x)) + c;
      sum += tap(place.x - float(column), cubic) *
             values.at[clamp(column, 0, a.x.shape[0] - 1)];
    }
    total += tap(place.y - float(row), cubic) * sum;
  }
  return total;
}

/// Half the width of the triangle under which elements count: those of y, if they are larger.
float reach(int dim) { return max(1.0f, 1.0f / a.factor[dim]); }

float under(int dim, float center, int i) {
  return max(0.0f, 1.0f - abs(float(i) + 0.5f - center) / reach(dim));
}

/// The elements under a triangle: the first, and where they end.
ivec2 all_under(int dim, float center) {
  return ivec2(int(max(0.0f, center - reach(dim) + 0.5f)),
               min(int(center + reach(dim) + 0.5f), a.x.shape[dim]));
}

/// The mean of all elements under the triangles.
float average(tn_address x, ivec2 at) {
  const float column = (float(at.x) + 0.5f) / a.factor[0];
  const float row = (float(at.y) + 0.5f) / a.factor[1];
  const ivec2 across = all_under(0, column);
  const ivec2 down = all_under(1, row);
  float total = 0.0f;
  float weights = 0.0f;
  for (int r = down.x; r < down.y; ++r) {
    for (int c = across.x; c < across.y; ++c) {
      const float weight = under(1, row, r) * under(0, column, c);
      total += weight * row_of(x, r).at[c];
      weights += weight;
    }
  }
  return weights > 0.0f ? total / weights : total;
}

float result_of(tn_address x, ivec2 at) {
  switch (tn_first) {
    TN_CASE(0, upscale_nearest, row_of(x, nearest(1, at.y)).at[nearest(0, at.x)])
    TN_CASE(1, upscale_bilinear, sampled(x, at, false))
    TN_CASE(2, upscale_bicubic, sampled(x, at, true))
    TN_CASE(3, upscale_average, average(x, at))
  }
  return 0.0f;
}

// One group for each row of the result.
void main() {
  const tn_address x = tn_row(in0, a.x, 0, nearest(2, TN_GROUP_Y), nearest(3, TN_GROUP_Z));
  tn_floats y = tn_floats(tn_own_row(push.result, a.y));
  for (int i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS)
    y.at[i] = result_of(x, ivec2(i, TN_GROUP_X));
}

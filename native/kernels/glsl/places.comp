#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "args/places.h"

TN_ARGS(tn_places_args)

// Elements of the result are elements of x from other places, or zeros: `at` is the place in the
// result.

float x_at(ivec4 at) { return tn_floats(tn_row(in0, a.x, at.y, at.z, at.w)).at[at.x]; }

ivec4 shape() { return ivec4(a.x.shape[0], a.x.shape[1], a.x.shape[2], a.x.shape[3]); }

/// by_dim: elements added at the start.
ivec4 before(ivec4 at) {
  return at - ivec4(a.by_dim[0], a.by_dim[1], a.by_dim[2], a.by_dim[3]);
}

float padded(ivec4 at) {
  const ivec4 from = before(at);
  const bool inside = all(greaterThanEqual(from, ivec4(0))) && all(lessThan(from, shape()));
  return inside ? x_at(from) : 0.0f;
}

/// GLSL does not say what the rest of a negative number is.
int go_round(int i, int n) { return i >= 0 ? i % n : n - 1 - (-1 - i) % n; }

float rolled(ivec4 at) {
  const ivec4 from = before(at);
  return x_at(ivec4(go_round(from.x, a.x.shape[0]), go_round(from.y, a.x.shape[1]),
                    go_round(from.z, a.x.shape[2]), go_round(from.w, a.x.shape[3])));
}

/// by_dim[0]: elements added at the start, mirrored as those at the end.
float mirrored(ivec4 at) {
  const int i = abs(at.x - a.by_dim[0]);
  const int last = a.x.shape[0] - 1;
  return x_at(ivec4(i <= last ? i : 2 * last - i, at.yzw));
}

/// number[0]: 1 keeps columns from the diagonal on, 0 those before it; number[1] shifts it.
float part_of_triangle(ivec4 at) {
  const bool behind = at.x >= at.y + a.number[1];
  return behind == (a.number[0] != 0) ? x_at(at) : 0.0f;
}

/// number[0]: size of a window.
float part_of_window(ivec4 at) {
  const int size = a.number[0];
  const int across = (a.x.shape[1] + size - 1) / size;
  const int column = at.w % across * size + at.y;
  const int row = at.w / across * size + at.z;
  const bool inside = column < a.x.shape[1] && row < a.x.shape[2];
  return inside ? x_at(ivec4(at.x, column, row, 0)) : 0.0f;
}

float joined(ivec4 at) {
  const int size = a.number[0];
  const int across = (a.y.shape[1] + size - 1) / size;
  return x_at(ivec4(at.x, at.y % size, at.z % size, at.z / size * across + at.y / size));
}

float result_of(ivec4 at) {
  switch (tn_first) {
    TN_CASE(0, pad_zeros, padded(at))
    TN_CASE(1, pad_round, rolled(at))
    TN_CASE(2, pad_mirrored, mirrored(at))
    TN_CASE(3, triangle, part_of_triangle(at))
    TN_CASE(4, diagonal, at.x == at.y ? x_at(ivec4(at.x, 0, at.zw)) : 0.0f)
    TN_CASE(5, window_part, part_of_window(at))
    TN_CASE(6, window_join, joined(at))
  }
  return 0.0f;
}

// One group for each row of the result.
void main() {
  tn_floats y = tn_floats(tn_own_row(push.result, a.y));
  for (int i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS)
    y.at[i] = result_of(ivec4(i, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));
}

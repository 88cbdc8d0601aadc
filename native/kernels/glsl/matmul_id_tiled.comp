#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#define TN_GRID in3
#include "numbers.glsl"
#include "args/matmul.h"

TN_KERNEL(matmul_id_tiled_*, TN_READ, 0)
TN_ARGS(tn_matmul_args)
#include "tiles.glsl"

// An item is a slot of a token. Those that want the expert of this group wait until they fill a
// tile; in which one they are does not change what is computed for them.
shared int waiting[TN_TILE_COLUMNS + TN_TILE_THREADS];
shared int waiting_count;

int slots() { return a.y.shape[1]; }
tn_address result_of(int item) {
  return tn_row(push.result, a.y, item % slots(), item / slots(), 0);
}

/// The expert of an item; those that do not exist have the number behind the last.
int expert_of(int item) {
  const int expert = tn_ints(in2 + item / slots() * a.ids_stride).at[item % slots()];
  return expert >= 0 && expert < a.a.shape[2] ? expert : a.a.shape[2];
}

void clear(int item) {
  const int first = TN_GROUP_X * TN_TILE_ROWS;
  for (int i = first; i < min(first + TN_TILE_ROWS, a.a.shape[1]); ++i)
    tn_floats(result_of(item)).at[i] = 0.0f;
}

/// The last `count` of those that wait.
void multiply_waiting(int count) {
  TN_BARRIER();
  if (TN_THREAD < count) {
    const int item = waiting[waiting_count - count + TN_THREAD];
    const int slot = item % slots();
    right_columns[TN_THREAD] = tn_row(in1, a.b, slot % a.b.shape[1], item / slots(), 0);
    result_columns[TN_THREAD] = result_of(item);
  }
  multiply_tile(tn_row(in0, a.a, 0, TN_GROUP_Y, 0), TN_GROUP_X * TN_TILE_ROWS, count);
  if (TN_THREAD == 0) waiting_count -= count;
  TN_BARRIER();
}

// Groups: tiles of rows, experts and one for items without.
void main() {
  const int items = slots() * a.y.shape[2];
  const bool exists = TN_GROUP_Y < a.a.shape[2];
  if (TN_THREAD == 0) waiting_count = 0;
  for (int first = 0; first < items; first += TN_THREADS) {
    TN_BARRIER();
    const int item = first + TN_THREAD;
    if (item < items && expert_of(item) == TN_GROUP_Y) {
      if (exists) waiting[atomicAdd(waiting_count, 1)] = item;
      if (!exists) clear(item);
    }
    TN_BARRIER();
    while (waiting_count >= TN_TILE_COLUMNS) multiply_waiting(TN_TILE_COLUMNS);
  }
  if (waiting_count > 0) multiply_waiting(waiting_count);
}

#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "functions.glsl"
#include "numbers.glsl"
#include "args/flash_attention.h"

TN_KERNEL(flash_attention_*, TN_DIRECT, 0)
TN_ARGS(tn_flash_args)
#include "attention.glsl"
#include "slope.glsl"
#include "weights.glsl"

// A group goes over the cells of its tiles step by step. in0 … in4: q, k, v, mask, sinks; first
// result: whole tiles; second: parts that are not whole. Sums stay in registers.

const int groups_of_rows = threads / width;
const int rows_of_thread = TN_FLASH_ROWS / groups_of_rows;
const int pieces = TN_FLASH_VALUES / width;

float sums[pieces * rows_of_thread];

/// Each thread: a column of each piece, some rows.
void add_values(int first) {
  const int column = TN_THREAD % width;
  const int row = TN_THREAD / width * rows_of_thread;
  [[unroll]] for (int piece = 0; piece < pieces; ++piece) {
    if (piece * width >= a.v.shape[0]) break;
    load_tile(in2, a.v, first, piece * width);
    TN_BARRIER();
    for (int r = 0; r < rows_of_thread; ++r) {
      if (row + r >= part.rows) break;
      float sum = sums[piece * rows_of_thread + r] * rescale[row + r];
      for (int cell = 0; cell < cells; ++cell)
        sum += weights[(row + r) * cells + cell] * tile[cell * pitch + column];
      sums[piece * rows_of_thread + r] = sum;
    }
    TN_BARRIER();
  }
}

/// What the sums of a row are multiplied by in the end; a sink takes its share of the total.
float factor_of(int row) {
  if (!is_whole(part)) return 1.0f;
  const float sink = a.has_sinks != 0 ? tn_floats(in4).at[head_of(part, row)] : -TN_INFINITY;
  const float most = max(largest[row], sink);
  const float all = total[row] * tn_power(largest[row], most) + tn_power(sink, most);
  return all == 0.0f ? 0.0f : tn_power(largest[row], most) / all;
}

void write_sums() {
  TN_BARRIER();
  const tn_address slot = slot_in(push.result2, part.slot);
  const int n = a.v.shape[0];
  for (int r = 0; r < rows_of_thread; ++r) {
    const int row = TN_THREAD / width * rows_of_thread + r;
    if (row >= part.rows) break;
    const tn_address y = is_whole(part) ? result_of(push.result, part, row) : slot + 4 * row * n;
    const float factor = factor_of(row);
    [[unroll]] for (int piece = 0; piece < pieces; ++piece) {
      const int column = piece * width + TN_THREAD % width;
      if (column < n) tn_floats(y).at[column] = sums[piece * rows_of_thread + r] * factor;
    }
  }
  if (is_whole(part) || TN_THREAD >= part.rows) return;
  tn_floats(slot).at[a.rows * n + TN_THREAD] = largest[TN_THREAD];
  tn_floats(slot).at[a.rows * (n + 1) + TN_THREAD] = total[TN_THREAD];
}

void main() {
  const tn_i64 end = begin_of(TN_GROUP_X + 1);
  for (tn_i64 unit = begin_of(TN_GROUP_X); unit < end; unit += part.end - part.begin) {
    part = part_of(TN_GROUP_X, unit);
    TN_BARRIER();
    for (int i = 0; i < pieces * rows_of_thread; ++i) sums[i] = 0.0f;
    if (TN_THREAD < TN_FLASH_ROWS) {
      largest[TN_THREAD] = -TN_INFINITY;
      total[TN_THREAD] = 0.0f;
    }
    for (int step_number = part.begin; step_number < part.end; ++step_number) {
      if (!write_logits(step_number * cells)) continue;
      weigh();
      add_values(step_number * cells);
    }
    write_sums();
  }
}

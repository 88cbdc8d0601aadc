#include "kernels/language.h"

#include "kernels/args/words.h"

// Products with a matrix of Q4_0, for GPUs that read images faster than memory. Word w of a row has
// the codes of columns 8w to 8w+7, the first one lowest; words and scales of all rows lie side by
// side, so that threads, which have a row each, read neighbours.

#define TN_BLOCK_BYTES 18  // a scale and 32 codes
#define TN_ROWS_OF_GROUP 64
#define TN_PARTS 4  // of a row, each with a thread of its own
#define TN_TILE 8

// Groups: rows, blocks; a thread for each word of the block.
__kernel void words_of_q4_0(const tn_words_args a, TN_IN(0), TN_OUT, TN_OUT2) {
  const tn_i64 row = TN_GROUP_X;
  const tn_i64 block = TN_GROUP_Y;
  const TN_GLOBAL tn_u8* from = in0 + row * a.a_stride + block * TN_BLOCK_BYTES;
  TN_GLOBAL tn_u32* words = (TN_GLOBAL tn_u32*)out;
  TN_GLOBAL tn_u16* scales = (TN_GLOBAL tn_u16*)out2;
  const tn_i32 which = (tn_i32)TN_THREAD;
  tn_u32 word = 0;
  for (tn_i32 i = 0; i < 8; ++i) {
    const tn_u32 pair = from[2 + which % 2 * 8 + i];
    word |= (which < 2 ? pair & 15u : pair >> 4) << (4 * i);
  }
  words[(block * 4 + which) * a.rows + row] = word;
  if (which == 0) scales[block * a.rows + row] = *(const TN_GLOBAL tn_u16*)from;
}

// Columns as tiles: [column of the tile, row, tile]. Those that fill the last tile up are zeros.
// Groups: rows in parts, tiles.
__kernel void words_tiles(const tn_words_args a, TN_IN(0), TN_OUT) {
  const tn_i64 k = (tn_i64)TN_GROUP_X * TN_THREADS + TN_THREAD;
  if (k >= (tn_i64)a.blocks * 32) return;
  TN_GLOBAL float* tile =
      TN_FLOATS_OUT(out) + ((tn_i64)TN_GROUP_Y * a.blocks * 32 + k) * a.tile;
  for (tn_i32 i = 0; i < a.tile; ++i) {
    const tn_i32 column = (tn_i32)TN_GROUP_Y * a.tile + i;
    tile[i] = column < a.columns ? TN_FLOATS(in0 + column * a.x_stride)[k] : 0.0f;
  }
}

TN_FUNCTION float4 tn_low_codes(tn_u32 word) {
  return convert_float4(((uint4)(word) >> (uint4)(0, 4, 8, 12)) & 15u) - 8.0f;
}

// One column. Groups: rows.
__kernel void words_times_column(const tn_words_args a, __read_only image1d_buffer_t words,
                                 __read_only image1d_buffer_t column, TN_IN(0), TN_OUT) {
  TN_SHARED(float, sums, TN_ROWS_OF_GROUP * TN_PARTS);
  const tn_i32 row = (tn_i32)(TN_GROUP_X * TN_ROWS_OF_GROUP + TN_THREAD % TN_ROWS_OF_GROUP);
  const tn_i32 safe = min(row, a.rows - 1);
  float sum = 0.0f;
  for (tn_i32 block = TN_THREAD / TN_ROWS_OF_GROUP; block < a.blocks; block += TN_PARTS) {
    float part = 0.0f;
    for (tn_i32 i = 0; i < 4; ++i) {
      const tn_u32 word = read_imageui(words, (block * 4 + i) * a.rows + safe).x;
      part += dot(tn_low_codes(word), read_imagef(column, block * 8 + i * 2));
      part += dot(tn_low_codes(word >> 16), read_imagef(column, block * 8 + i * 2 + 1));
    }
    sum += part * vload_half((tn_i64)block * a.rows + safe, (const TN_GLOBAL half*)in0);
  }
  sums[TN_THREAD] = sum;
  TN_BARRIER();
  if (TN_THREAD >= TN_ROWS_OF_GROUP || row >= a.rows) return;
  for (tn_i32 i = 1; i < TN_PARTS; ++i) sum += sums[TN_THREAD + i * TN_ROWS_OF_GROUP];
  TN_FLOATS_OUT(out)[row] = sum;
}

// Groups: rows, tiles.
__kernel void words_times_tile(const tn_words_args a, __read_only image1d_buffer_t words,
                               __read_only image1d_buffer_t tiles, TN_IN(0), TN_OUT) {
  const tn_i32 row = (tn_i32)(TN_GROUP_X * TN_THREADS + TN_THREAD);
  if (row >= a.rows) return;
  const tn_i32 tile = (tn_i32)TN_GROUP_Y * a.blocks * 32;
  float8 sum = 0.0f;
  for (tn_i32 block = 0; block < a.blocks; ++block) {
    float8 part = 0.0f;
    for (tn_i32 k = 0; k < 32; ++k) {
      const tn_u32 word = read_imageui(words, (block * 4 + k / 8) * a.rows + row).x;
      const float code = (float)(word >> (k % 8 * 4) & 15u) - 8.0f;
      const tn_i32 at = (tile + block * 32 + k) * 2;
      part += code * (float8)(read_imagef(tiles, at), read_imagef(tiles, at + 1));
    }
    sum += part * vload_half((tn_i64)block * a.rows + row, (const TN_GLOBAL half*)in0);
  }
  const float* sums = (const float*)&sum;
  for (tn_i32 i = 0; i < TN_TILE; ++i) {
    const tn_i32 column = (tn_i32)TN_GROUP_Y * TN_TILE + i;
    if (column < a.columns) TN_FLOATS_OUT(out + column * a.y_stride)[row] = sums[i];
  }
}

#pragma once

#include "kernels/all_types.h"
#include "kernels/args/flash_attention.h"
#include "kernels/slope.h"

#define TN_FLASH_PITCH (TN_FLASH_DIMS + 1)  // neighbours in a column are in different banks

/// Steps of one tile that a group makes.
typedef struct tn_flash_part {
  tn_i32 tile;       ///< in all
  tn_i32 first_row;  ///< among those of the head of keys
  tn_i32 rows;
  tn_i32 head;  ///< of keys
  tn_i32 sequence;
  tn_i32 begin, end;  ///< steps
  tn_i32 slot;        ///< where its sums go if there are other parts
} tn_flash_part;

TN_FUNCTION tn_i32 tn_flash_share(const tn_flash_args a) { return a.q.shape[2] / a.k.shape[2]; }

/// The first step of a group, counted through all tiles.
TN_FUNCTION tn_i64 tn_flash_begin(const tn_flash_args a, tn_i64 group) {
  const tn_i64 tiles = (tn_i64)a.tiles * a.k.shape[2] * a.k.shape[3];
  return tiles * a.steps * group / a.groups;
}

/// What the group does from `unit` on, in one tile.
TN_FUNCTION tn_flash_part tn_flash_part_of(const tn_flash_args a, tn_i32 group, tn_i64 unit) {
  const tn_i64 begin = tn_flash_begin(a, group);
  const tn_i64 end = tn_flash_begin(a, group + 1);
  const tn_i32 all_rows = a.q.shape[1] * tn_flash_share(a);
  tn_flash_part part;
  part.tile = (tn_i32)(unit / a.steps);
  part.begin = (tn_i32)(unit % a.steps);
  part.end = end - unit < a.steps - part.begin ? (tn_i32)(end - unit) + part.begin : a.steps;
  part.first_row = part.tile % a.tiles * a.rows;
  part.rows = all_rows - part.first_row < a.rows ? all_rows - part.first_row : a.rows;
  part.head = part.tile / a.tiles % a.k.shape[2];
  part.sequence = part.tile / a.tiles / a.k.shape[2];
  part.slot = group * 2 + (part.tile == (tn_i32)(begin / a.steps) ? 0 : 1);
  return part;
}

TN_FUNCTION int tn_flash_is_whole(const tn_flash_args a, const tn_flash_part part) {
  return part.begin == 0 && part.end == a.steps;
}

TN_FUNCTION tn_i32 tn_flash_token(const tn_flash_args a, const tn_flash_part part, tn_i32 r) {
  return (part.first_row + r) / tn_flash_share(a);
}

TN_FUNCTION tn_i32 tn_flash_head(const tn_flash_args a, const tn_flash_part part, tn_i32 r) {
  return part.head * tn_flash_share(a) + (part.first_row + r) % tn_flash_share(a);
}

/// Sums of all rows of a part that is not whole, then the largest logit and the total of each row.
TN_FUNCTION TN_GLOBAL float* tn_flash_slot(const tn_flash_args a, TN_GLOBAL tn_u8* parts,
                                           tn_i32 slot) {
  return TN_FLOATS_OUT(parts) + (tn_i64)slot * a.rows * (a.v.shape[0] + 2);
}

TN_FUNCTION TN_GLOBAL float* tn_flash_result(const tn_flash_args a, TN_GLOBAL tn_u8* y,
                                             const tn_flash_part part, tn_i32 r) {
  return TN_FLOATS_OUT(
      tn_row_out(y, a.y, tn_flash_head(a, part, r), tn_flash_token(a, part, r), part.sequence));
}

/// Where the sums of a row are collected.
TN_FUNCTION TN_GLOBAL float* tn_flash_sums(const tn_flash_args a, TN_GLOBAL tn_u8* y,
                                           TN_GLOBAL tn_u8* parts, const tn_flash_part part,
                                           tn_i32 r) {
  if (tn_flash_is_whole(a, part)) return tn_flash_result(a, y, part, r);
  return tn_flash_slot(a, parts, part.slot) + r * a.v.shape[0];
}

TN_FUNCTION float tn_flash_mask(const tn_flash_args a, const TN_GLOBAL tn_u8* mask,
                                const tn_flash_part part, tn_i32 r, tn_i32 cell) {
  const tn_i32 head = tn_flash_head(a, part, r);
  const TN_GLOBAL tn_u8* row = tn_row(mask, a.mask, tn_flash_token(a, part, r),
                                      head % a.mask.shape[2], part.sequence % a.mask.shape[3]);
  return a.mask_is_half ? tn_load_f16(row, cell, 2) : tn_load_f32(row, cell, 4);
}

TN_FUNCTION float tn_flash_slope(const tn_flash_args a, const tn_flash_part part, tn_i32 r) {
  return tn_slope_of(tn_flash_head(a, part, r), a.heads_with_base, a.slope_base, a.slope_base_rest);
}

/// From a product to a logit.
TN_FUNCTION float tn_flash_logit(const tn_flash_args a, const TN_GLOBAL tn_u8* mask,
                                 const tn_flash_part part, tn_i32 r, tn_i32 cell, float product) {
  float logit = product * a.scale;
  if (cell >= a.k.shape[1]) return -TN_INFINITY;
  if (a.softcap != 0.0f) logit = a.softcap * tanh(logit / a.softcap);
  if (!a.has_mask) return logit;
  return logit + tn_flash_slope(a, part, r) * tn_flash_mask(a, mask, part, r, cell);
}

#pragma once

#include "kernels/language.h"

/// ALiBi: what the mask of a head is multiplied by. The first heads have powers of `base`.
TN_FUNCTION float tn_slope_of(tn_i32 head, tn_i32 heads_with_base, float base, float rest) {
  if (base == 1.0f) return 1.0f;
  if (head < heads_with_base) return pow(base, (float)(head + 1));
  return pow(rest, (float)(2 * (head - heads_with_base) + 1));
}

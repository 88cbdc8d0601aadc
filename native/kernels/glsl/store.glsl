// Floats as stored types; numbers.glsl comes before.

#include "store_plain.glsl"
#include "encode.glsl"

/// A row of n floats, each `x_step` bytes from the next, by the threads of a group.
void tn_store_row(uint type, tn_address x, tn_i64 x_step, tn_address y, tn_i64 y_step, int n) {
  if (tn_is_plain(type)) {
    for (int i = TN_THREAD; i < n; i += TN_THREADS)
      tn_store(type, y + i * y_step, tn_floats(x + i * x_step).at[0]);
  } else {
    const int size = tn_block_size(type);
    for (int i = TN_THREAD; i < n / size; i += TN_THREADS)
      tn_store_block(type, x + size * i * x_step, x_step, y + i * y_step);
  }
}

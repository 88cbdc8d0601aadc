// A tile of a product: TN_TILE_ROWS rows of a stored matrix times columns of floats, piece by piece
// in shared memory. Kernels say where the columns lie. Comes behind TN_ARGS.

const int tile_depth = 32;
const int tile_pitch = tile_depth + 1;  // keeps threads on different banks
const int thread_rows = 16;             // threads beside each other along rows
const int rows_of_thread = TN_TILE_ROWS / thread_rows;
const int columns_of_thread = TN_TILE_COLUMNS * thread_rows / TN_TILE_THREADS;

shared float lefts[TN_TILE_ROWS * tile_pitch];
shared float rights[TN_TILE_COLUMNS * tile_pitch];
shared tn_address right_columns[TN_TILE_COLUMNS];
shared tn_address result_columns[TN_TILE_COLUMNS];

/// Rows behind the last are that again, elements behind the last zeros.
void load_lefts(tn_address matrix, int row, int depth) {
  const int unit = tn_is_plain(tn_first) ? 1 : 4;
  for (int i = TN_THREAD * unit; i < TN_TILE_ROWS * tile_depth; i += TN_THREADS * unit) {
    const int k = depth + i % tile_depth;
    const int own = min(row + i / tile_depth, a.a.shape[1] - 1);
    const tn_address at = matrix + own * a.a.stride[1];
    const int to = i / tile_depth * tile_pitch + i % tile_depth;
    if (unit == 1) {
      lefts[to] = k < a.a.shape[0] ? tn_load(tn_first, at, k, a.a.stride[0]) : 0.0f;
    } else {
      const bool inside = k < a.a.shape[0];
      const vec4 four = inside ? tn_load_four(tn_first, at, k, a.a.stride[0]) : vec4(0.0f);
      for (int n = 0; n < 4; ++n) lefts[to + n] = four[n];
    }
  }
}

void load_rights(int depth, int count) {
  for (int i = TN_THREAD; i < count * tile_depth; i += TN_THREADS) {
    const int k = depth + i % tile_depth;
    tn_floats column = tn_floats(right_columns[i / tile_depth]);
    rights[i / tile_depth * tile_pitch + i % tile_depth] = k < a.a.shape[0] ? column.at[k] : 0.0f;
  }
}

/// `count` columns have been said. All threads of the group must come here.
void multiply_tile(tn_address matrix, int row, int count) {
  const int left = TN_THREAD % thread_rows;
  const int right = TN_THREAD / thread_rows;
  const int right_step = TN_TILE_COLUMNS / columns_of_thread;
  // Threads have nothing to do for columns that are not there.
  const int used = (count + right_step - 1) / right_step;
  float sums[rows_of_thread * columns_of_thread];
  for (int n = 0; n < rows_of_thread * columns_of_thread; ++n) sums[n] = 0.0f;
  for (int depth = 0; depth < a.a.shape[0]; depth += tile_depth) {
    TN_BARRIER();
    load_lefts(matrix, row, depth);
    load_rights(depth, count);
    TN_BARRIER();
    for (int k = 0; k < tile_depth; ++k) {
      float own[rows_of_thread];
      for (int i = 0; i < rows_of_thread; ++i)
        own[i] = lefts[(left + i * thread_rows) * tile_pitch + k];
      for (int j = 0; j < columns_of_thread; ++j) {
        if (j >= used) break;
        const float value = rights[(right + j * right_step) * tile_pitch + k];
        for (int i = 0; i < rows_of_thread; ++i) sums[j * rows_of_thread + i] += own[i] * value;
      }
    }
  }
  for (int j = 0; j < columns_of_thread; ++j) {
    for (int i = 0; i < rows_of_thread; ++i) {
      const int own = row + left + i * thread_rows;
      const int column = right + j * right_step;
      if (own < a.a.shape[1] && column < count)
        tn_floats(result_columns[column]).at[own] = sums[j * rows_of_thread + i];
    }
  }
}

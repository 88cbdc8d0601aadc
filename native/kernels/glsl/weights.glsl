// What the threads of a group share in flash attention, and how they come from keys to weights.
// Comes behind attention.glsl and slope.glsl.

const int cells = TN_FLASH_CELLS;
const int width = TN_FLASH_DIMS;
const int pitch = width + 1;  // keeps threads on different banks
const int threads = 256;
const int step_of_rows = threads / cells;
const int logits_of_thread = TN_FLASH_ROWS / step_of_rows;

shared float tile[cells * pitch];
shared float queries[TN_FLASH_ROWS * width];
shared float weights[TN_FLASH_ROWS * cells];
shared float largest[TN_FLASH_ROWS], total[TN_FLASH_ROWS], rescale[TN_FLASH_ROWS];
shared bool any_visible;

Part part;

/// Rows of keys or values, from a cell and a column on; zeros where there are none.
void load_tile(tn_address data, tn_layout t, int first, int column) {
  const int unit = tn_is_plain(tn_first) ? 1 : 4;
  for (int i = TN_THREAD * unit; i < cells * width; i += threads * unit) {
    const int cell = first + i / width;
    const int x = column + i % width;
    const bool inside = cell < t.shape[1] && x < t.shape[0];
    const tn_address row = tn_row(data, t, inside ? cell : 0, part.head, part.sequence);
    const int to = i / width * pitch + i % width;
    if (unit == 1) {
      tile[to] = inside ? tn_load_plain(tn_first, row, x, t.stride[0]) : 0.0f;
    } else {
      const vec4 four = inside ? tn_load_four(tn_first, row, x, t.stride[0]) : vec4(0.0f);
      for (int n = 0; n < 4; ++n) tile[to + n] = four[n];
    }
  }
}

void load_queries(int column) {
  for (int i = TN_THREAD; i < part.rows * width; i += threads) {
    const int row = i / width;
    const int x = column + i % width;
    const tn_address q = tn_row(in0, a.q, token_of(part, row), head_of(part, row), part.sequence);
    queries[i] = x < a.q.shape[0] ? tn_floats(q).at[x] : 0.0f;
  }
}

/// What the mask adds to the logit of a row and a cell; -infinity hides it.
float bias_of(int row, int cell) {
  if (row >= part.rows || cell >= a.k.shape[1]) return -TN_INFINITY;
  if (a.has_mask == 0) return 0.0f;
  const int head = head_of(part, row);
  const tn_address mask = tn_row(in3, a.mask, token_of(part, row), head % a.mask.shape[2],
                                 part.sequence % a.mask.shape[3]);
  const float bias = a.mask_is_half != 0 ? tn_half_to_float(tn_halves(mask).at[cell])
                                         : tn_floats(mask).at[cell];
  return bias * tn_slope_of(head);
}

/// Each thread: one cell and some rows. Writes logits; false if all cells are hidden.
bool write_logits(int first) {
  const int cell = TN_THREAD % cells;
  const int row = TN_THREAD / cells;
  float bias[logits_of_thread];
  float products[logits_of_thread];
  if (TN_THREAD == 0) any_visible = false;
  TN_BARRIER();
  for (int i = 0; i < logits_of_thread; ++i) {
    bias[i] = bias_of(row + i * step_of_rows, first + cell);
    products[i] = 0.0f;
    if (bias[i] != -TN_INFINITY) any_visible = true;
  }
  TN_BARRIER();
  if (!any_visible) return false;
  for (int column = 0; column < a.q.shape[0]; column += width) {
    load_tile(in1, a.k, first, column);
    load_queries(column);
    TN_BARRIER();
    for (int i = 0; i < logits_of_thread; ++i) {
      if (row + i * step_of_rows >= part.rows) break;
      for (int x = 0; x < width; ++x)
        products[i] += tile[cell * pitch + x] * queries[(row + i * step_of_rows) * width + x];
    }
    TN_BARRIER();
  }
  for (int i = 0; i < logits_of_thread; ++i) {
    float logit = products[i] * a.scale;
    if (a.softcap != 0.0f) logit = a.softcap * tanh(logit / a.softcap);
    weights[(row + i * step_of_rows) * cells + cell] =
        bias[i] == -TN_INFINITY ? bias[i] : logit + bias[i];
  }
  return true;
}

/// From logits to powers, over the largest logit so far.
void weigh() {
  TN_BARRIER();
  if (TN_THREAD < part.rows) {
    float most = largest[TN_THREAD];
    for (int i = 0; i < cells; ++i) most = max(most, weights[TN_THREAD * cells + i]);
    rescale[TN_THREAD] = tn_power(largest[TN_THREAD], most);
    largest[TN_THREAD] = most;
  }
  TN_BARRIER();
  for (int i = TN_THREAD; i < part.rows * cells; i += threads)
    weights[i] = tn_power(weights[i], largest[i / cells]);
  TN_BARRIER();
  if (TN_THREAD < part.rows) {
    float sum = 0.0f;
    for (int i = 0; i < cells; ++i) sum += weights[TN_THREAD * cells + i];
    total[TN_THREAD] = total[TN_THREAD] * rescale[TN_THREAD] + sum;
  }
}

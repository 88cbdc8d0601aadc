// The order of columns of a row of `n` floats; nothing behind them is read.

/// NaN is less than everything else.
bool tn_less(float p, float q) { return isnan(p) ? !isnan(q) : p < q; }

/// True if column i comes before column j; of equal values the first does.
bool tn_before(tn_floats x, int i, int j, bool ascending) {
  const float p = x.at[ascending ? i : j];
  const float q = x.at[ascending ? j : i];
  return tn_less(p, q) || (!tn_less(q, p) && i < j);
}

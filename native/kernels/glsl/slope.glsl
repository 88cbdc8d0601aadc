// ALiBi: what the mask of a head is multiplied by. Comes behind TN_ARGS.
float tn_slope_of(int head) {
  if (head < a.heads_with_base) return pow(a.slope_base, float(head + 1));
  return pow(a.slope_base_rest, float(2 * (head - a.heads_with_base) + 1));
}

// Sums over a whole group.

shared float tn_scratch[TN_MAX_THREADS];

float tn_sum_group(float value) {
  value = subgroupAdd(value);
  if (TN_LANE == 0) tn_scratch[TN_SUBGROUP] = value;
  TN_BARRIER();
  float total = 0.0f;
  for (int i = 0; i < TN_THREADS / TN_LANES; ++i) total += tn_scratch[i];
  TN_BARRIER();
  return total;
}

float tn_max_group(float value) {
  value = subgroupMax(value);
  if (TN_LANE == 0) tn_scratch[TN_SUBGROUP] = value;
  TN_BARRIER();
  float largest = tn_scratch[0];
  for (int i = 1; i < TN_THREADS / TN_LANES; ++i) largest = max(largest, tn_scratch[i]);
  TN_BARRIER();
  return largest;
}

// Products of a stored row with floats, by the lanes of a subgroup; numbers.glsl comes before.

float tn_dot(uint type, tn_address left, tn_i64 step, tn_floats right, int n) {
  float sum = 0.0f;
  if (tn_is_plain(type)) {
    for (int i = TN_LANE; i < n; i += TN_LANES) sum += tn_load(type, left, i, step) * right.at[i];
  } else {
    for (int i = 4 * TN_LANE; i < n; i += 4 * TN_LANES)
      sum += dot(tn_load_four(type, left, i, step),
                 vec4(right.at[i], right.at[i + 1], right.at[i + 2], right.at[i + 3]));
  }
  return subgroupAdd(sum);
}

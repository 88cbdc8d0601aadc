#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "functions.glsl"
#include "args/rope.h"
#include "args/rope_sections.h"

TN_KERNEL(rope_sections, 0, 0)
TN_ARGS(tn_rope_sections_args)
#include "rope.glsl"

/// The section of the pair that is number `rest` of those that the sections make.
int section_of(int rest) {
  if (a.order == 0) return 0;
  if (a.order == 2) return rest < 3 * a.size[rest % 3] ? rest % 3 : 3;
  int section = 0;
  for (; section < 3 && rest >= a.size[section]; ++section) rest -= a.size[section];
  return section;
}

int pairs_before(int section) {
  int before = 0;
  for (int i = 0; i < section; ++i) before += a.size[i];
  return before;
}

// One group for each head of each token.
void main() {
  const int all = pairs_before(4);
  for (int pair = TN_THREAD; pair < a.pairs; pair += TN_THREADS) {
    const int rest = all > 0 ? pair % all : pair;
    const int section = section_of(rest);
    const int number = a.order == 3 ? rest - pairs_before(section) : pair;
    const float position = float(tn_ints(in1).at[TN_GROUP_Y + section * a.kinds_apart]);
    const float frequency = frequency_of(a.rope, divisor_of(a.rope, pair), pair, number);
    turn_pair(a.rope, pair, position * frequency, a.direction);
  }
  copy_others(a.rope, a.pairs);
}

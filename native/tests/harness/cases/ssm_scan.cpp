#include "ops/ssm_scan.h"

#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_ssm_scan {

struct Sizes {
  std::int64_t state, size, heads, groups, tokens, sequences;
  bool one_decay = false;  ///< per head, as Mamba 2 has it
  std::int64_t snapshots = 1;
  std::int64_t slots = 0;  ///< more than sequences: some states are not used
};

Tensor* build(Scene& scene, const Sizes& s) {
  const std::int64_t slots = s.sequences + s.slots;
  SsmScan scan;
  scan.states = scene.floats({s.state, s.size, s.heads, slots});
  scan.x = scene.floats({s.size, s.heads, s.tokens, s.sequences});
  scan.dt = scene.floats({s.heads, s.tokens, s.sequences, 1});
  scan.decay = scene.floats({s.one_decay ? 1 : s.state, s.heads, 1, 1}, Type::f32, Layout::dense,
                            uniform(-2.0f, -0.1f));
  scan.b = scene.floats({s.state, s.groups, s.tokens, s.sequences});
  scan.c = scene.floats({s.state, s.groups, s.tokens, s.sequences});
  scan.slots = scene.choices({s.sequences, 1, 1, 1}, different_below(slots));
  const Recurrence result = ssm_scan(scene.graph(), scan, s.snapshots);
  scene.also(result.states);
  return result.outputs;
}

Instance& add(CaseTable& table, const Sizes& s) {
  return table.add(ssm_scan_op.name,
                   {{"state", s.state},
                    {"size", s.size},
                    {"heads", s.heads},
                    {"groups", s.groups},
                    {"tokens", s.tokens},
                    {"sequences", s.sequences},
                    {"one_decay", s.one_decay},
                    {"snapshots", s.snapshots},
                    {"unused_slots", s.slots}},
                   [=](Scene& scene) { return build(scene, s); });
}

}  // namespace cases_ssm_scan

void register_cases_ssm_scan(CaseTable& table) {
  using namespace cases_ssm_scan;
  for (const std::int64_t tokens : {1, 2, 7, 32}) {
    for (const std::int64_t sequences : {1, 3}) {
      for (const std::int64_t snapshots : {1, 2, 4}) {
        add(table, {16, 1, 64, 1, tokens, sequences, false, snapshots});           // Mamba 1
        add(table, {128, 16, 4, 1, tokens, sequences, true, snapshots});           // Mamba 2
        add(table, {32, 8, 6, 3, tokens, sequences, true, snapshots, sequences});  // with groups
      }
    }
  }
  for (const std::int64_t tokens : {1, 512}) {
    add(table, {16, 1, 1024, 1, tokens, 1}).large = true;
    add(table, {128, 64, 48, 1, tokens, 1, true}).large = true;
  }
}

}  // namespace tern::harness

#include "ops/ssm_conv.h"

#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_ssm_conv {

Instance& add(CaseTable& table, std::int64_t window, std::int64_t channels, std::int64_t tokens,
              std::int64_t sequences, Layout layout = Layout::dense) {
  return table.add(ssm_conv_op.name,
                   {{"window", window},
                    {"channels", channels},
                    {"tokens", tokens},
                    {"sequences", sequences},
                    {"layout", name(layout)}},
                   [=](Scene& scene) {
                     Tensor* x = scene.floats({window - 1 + tokens, channels, sequences, 1},
                                              Type::f32, layout);
                     return ssm_conv(scene.graph(), x, scene.floats({window, channels, 1, 1}));
                   });
}

}  // namespace cases_ssm_conv

void register_cases_ssm_conv(CaseTable& table) {
  using namespace cases_ssm_conv;
  for (const std::int64_t window : {1, 3, 4, 9}) {
    for (const std::int64_t channels : {1, 33, 256}) {
      for (const std::int64_t tokens : {0, 1, 2, 32}) {
        for (const std::int64_t sequences : {1, 4}) {
          add(table, window, channels, tokens, sequences);
        }
      }
    }
    add(table, window, 17, 5, 2, Layout::apart);
  }
  add(table, 4, 3328, 1, 1).large = true;
  add(table, 4, 3328, 512, 4).large = true;
}

}  // namespace tern::harness

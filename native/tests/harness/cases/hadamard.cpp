#include "ops/hadamard.h"

#include "tests/harness/cases.h"

namespace tern::harness {

void register_cases_hadamard(CaseTable& table) {
  for (const std::int64_t n : {1, 2, 16, 64, 128, 1024}) {
    for (const std::int64_t rows : {0, 1, 7}) {
      const Shape shape{n, rows, 2, 1};
      table.add(hadamard_op.name, {{"x", shape}},
                [=](Scene& scene) { return hadamard(scene.graph(), scene.floats(shape)); });
    }
  }
}

}  // namespace tern::harness

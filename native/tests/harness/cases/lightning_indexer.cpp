#include "ops/lightning_indexer.h"

#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_lightning_indexer {

void add(CaseTable& table, Type type, std::int64_t cells, std::int64_t tokens,
         std::int64_t sequences, Type mask) {
  Instance& instance = table.add(lightning_indexer_op.name,
                                 {{"type", type},
                                  {"cells", cells},
                                  {"tokens", tokens},
                                  {"sequences", sequences},
                                  {"mask", mask}},
                                 [=](Scene& scene) {
                                   LightningIndexer a;
                                   a.q = scene.floats({128, 8, tokens, sequences});
                                   a.k = scene.floats({128, 1, cells, sequences}, type);
                                   a.weights = scene.floats({8, tokens, 1, sequences});
                                   a.mask = scene.floats({cells, tokens, 1, 1}, mask);
                                   return lightning_indexer(scene.graph(), a);
                                 });
  instance.limit = type == Type::f32 ? 1e-6 : 5e-4;
}

}  // namespace cases_lightning_indexer

void register_cases_lightning_indexer(CaseTable& table) {
  for (const Type type : {Type::f32, Type::f16, Type::bf16, Type::q8_0}) {
    for (const std::int64_t cells : {1, 64, 257}) {
      for (const std::int64_t tokens : {1, 5}) {
        cases_lightning_indexer::add(table, type, cells, tokens, 1, Type::f32);
        cases_lightning_indexer::add(table, type, cells, tokens, 3, Type::f16);
      }
    }
  }
}

}  // namespace tern::harness

#include "ops/hyper_merge.h"
#include "ops/hyper_spread.h"
#include "ops/hyper_weights.h"
#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_hyper {

void add_merges(CaseTable& table, const Shape& x) {
  const Shape weights{x[1], x[2], 1, 1};
  table.add(hyper_merge_op.name, {{"x", x}, {"gated", false}}, [=](Scene& scene) {
    Tensor* streams = scene.floats(x);
    return hyper_merge(scene.graph(), streams, scene.floats(weights));
  });
  table.add(hyper_merge_op.name, {{"x", x}, {"gated", true}, {"scale", 0.5f}}, [=](Scene& scene) {
    Tensor* streams = scene.floats(x);
    return hyper_merge_gated(scene.graph(), streams, scene.floats(x), 0.5f);
  });
}

void add_spread(CaseTable& table, const Shape& residual, bool mixed) {
  const std::int64_t streams = residual[1];
  const std::int64_t tokens = residual[2];
  table.add(hyper_spread_op.name, {{"residual", residual}, {"mixed", mixed}}, [=](Scene& scene) {
    HyperSpread spread;
    spread.x = scene.floats({residual[0], tokens, 1, 1});
    spread.residual = scene.floats(residual);
    spread.gains = scene.floats({streams, tokens, 1, 1});
    if (mixed) spread.weights = scene.floats({streams, streams, tokens, 1});
    return hyper_spread(scene.graph(), spread);
  });
}

void add_weights(CaseTable& table, std::int64_t streams, std::int64_t tokens, int iterations) {
  const std::int64_t width = (2 + streams) * streams;
  table.add(
      hyper_weights_op.name,
      {{"streams", streams}, {"tokens", tokens}, {"epsilon", 1e-6f}, {"iterations", iterations}},
      [=](Scene& scene) {
        Tensor* mixes = scene.floats({width, tokens, 1, 1});
        Tensor* scale = scene.floats({3, 1, 1, 1});
        Tensor* base = scene.floats({width, 1, 1, 1});
        return hyper_weights(scene.graph(), mixes, scale, base, {1e-6f, iterations});
      });
}

}  // namespace cases_hyper

void register_cases_hyper(CaseTable& table) {
  using namespace cases_hyper;
  for (const std::int64_t streams : {1, 2, 4, 8}) {
    for (const std::int64_t tokens : {1, 5, 33}) {
      for (const std::int64_t width : {1, 64, 257}) {
        add_merges(table, {width, streams, tokens, 1});
        add_spread(table, {width, streams, tokens, 1}, false);
        add_spread(table, {width, streams, tokens, 1}, true);
      }
      for (const int iterations : {1, 2, 20}) add_weights(table, streams, tokens, iterations);
    }
  }
}

}  // namespace tern::harness

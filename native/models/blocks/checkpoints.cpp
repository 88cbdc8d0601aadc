#include "models/blocks/checkpoints.h"

#include "ops/binary.h"
#include "ops/concat.h"
#include "ops/copy.h"
#include "ops/hyper_merge.h"
#include "ops/layout.h"
#include "ops/norm.h"
#include "ops/reduce.h"
#include "ops/softmax.h"

namespace tern {
namespace blocks_checkpoints {

const char* const key = "checkpoints";

Tensor* rate(Graph& graph, const CheckpointMix& mix, Tensor* x) {
  return sum_rows(graph, mul(graph, rms_norm(graph, x, mix.epsilon), mix.score));
}

/// `count` weights of each token from `first` on.
Tensor* part(Graph& graph, Tensor* weights, std::int64_t first, std::int64_t count) {
  return cont(graph, view(graph, weights, {count, weights->shape[1], 1, 1}, weights->stride,
                          row_bytes(weights->type, first)));
}

}  // namespace blocks_checkpoints

Tensor* apply(const StepContext& step, const CheckpointMix& mix, Tensor* x) {
  using namespace blocks_checkpoints;
  Graph& graph = step.graph;
  Tensor* left = step.left(key);
  if (left == nullptr || mix.score == nullptr) return x;
  const std::int64_t count = left->shape[1];
  Tensor* scores = reshape(graph, rate(graph, mix, left), {count, step.count, 1, 1});
  scores = concat_tensors(graph, scores, rate(graph, mix, x), 0);
  Tensor* weights = softmax(graph, scores, nullptr, 1.0f);
  Tensor* of_left = part(graph, weights, 0, count);
  Tensor* own = part(graph, weights, count, 1);
  return add(graph, hyper_merge(graph, left, of_left), mul(graph, x, own));
}

void leave_checkpoint(const StepContext& step, Tensor* x) {
  using namespace blocks_checkpoints;
  Tensor* one = reshape(step.graph, x, {x->shape[0], 1, x->shape[1], 1});
  Tensor* left = step.left(key);
  step.leave(key, left == nullptr ? one : concat_tensors(step.graph, left, one, 1));
}

}  // namespace tern

#include "models/blocks/decoder.h"
#include "ops/binary.h"
#include "ops/scale.h"

namespace tern {
namespace model_grovemoe {

struct Pair {
  Experts experts, chunks;
  float scale = 1.0f;
};

Tensor* apply(const StepContext& step, const Pair& pair, Tensor* x) {
  Graph& graph = step.graph;
  Tensor* logits = apply(graph, pair.experts.router, x);
  Tensor* large = run_routed(graph, pair.experts, x, logits);
  Tensor* small = run_routed(graph, pair.chunks, large, logits);
  return add(graph, large, scale(graph, small, pair.scale));
}

/// Norms of queries and keys, and two sets of experts with one router: the second one smaller and
/// shared by groups.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary(RopeMode::neox);
  const std::int64_t shared_by = model.metadata.positive("experts_per_group");
  if (shared_by != 1) model.metadata.fail("experts_per_group", "1", std::to_string(shared_by));
  return model.decoder([&](LayerLoader& load) {
    const std::int64_t width = model.metadata.integer_or("expert_chunk_feed_forward_length", 0);
    Pair pair;
    pair.experts = load.experts({.file_scale = false});
    pair.chunks = load.experts(
        {.file_scale = false, .suffix = "_chexps", .width = width == 0 ? load.h.head_k : width});
    pair.scale = model.metadata.number("expert_group_scale");
    return load.pre_norm(
        {.mixer = make_block(load.attention({.rotary = rotary, .qk_norm = QkNorm::heads})),
         .ffn = make_block(pair)});
  });
}

}  // namespace model_grovemoe

void register_model_grovemoe(ModelTable& table) { table.add("grovemoe", model_grovemoe::load); }

}  // namespace tern

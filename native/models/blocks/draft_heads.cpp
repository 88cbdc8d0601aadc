#include "models/blocks/draft_heads.h"

#include "core/text.h"
#include "models/blocks/decoder.h"
#include "ops/concat.h"
#include "ops/get_rows.h"
#include "tern/error.h"

namespace tern {
namespace blocks_draft_heads {

/// That of the head, of the layer, or of the model.
Norm head_norm(const LayerLoader& load) {
  for (const char* name : {"nextn.shared_head_norm", "layer_output_norm"}) {
    if (const Norm own = load.find_norm(name)) return own;
  }
  return load.model.head.norm;
}

}  // namespace blocks_draft_heads

bool has_draft_head(const LayerLoader& load) { return load.has("nextn.eh_proj.weight"); }

DraftHead load_draft_head(LayerLoader& load, AnyLayer layer) {
  const std::int64_t width = load.h.embedding;
  const Shape& tokens = load.model.embedding.tokens->shape;
  DraftHead draft{.tokens = load.find_tensor("nextn.embed_tokens.weight", tokens),
                  .token_norm = load.norm("nextn.enorm"),
                  .state_norm = load.norm("nextn.hnorm"),
                  .join = load.linear("nextn.eh_proj", 2 * width, width),
                  .layer = std::move(layer),
                  .head = load.model.head};
  if (draft.tokens == nullptr) draft.tokens = load.model.embedding.tokens;
  draft.head.norm = blocks_draft_heads::head_norm(load);
  draft.head.classifier = {};
  if (load.has("nextn.shared_head_head.weight"))
    draft.head.output = load.linear("nextn.shared_head_head", width, tokens[1]);
  return draft;
}

StepOutput DraftHeads::build(const StepContext& step) const {
  if (step.draft_head >= heads_.size()) {
    throw RequestError(concat("[session] expected a draft head from 0 to ", heads_.size() - 1,
                              ", got ", step.draft_head));
  }
  Graph& graph = step.graph;
  const DraftHead& draft = heads_[step.draft_head];
  Tensor* token = apply(graph, draft.token_norm, get_rows(graph, draft.tokens, step.tokens));
  Tensor* state = apply(graph, draft.state_norm, step.handed_on);
  Tensor* x = apply(graph, draft.join, concat_tensors(graph, token, state, 0));
  return finish(step, draft.head, draft.layer.run(step, true, x));
}

}  // namespace tern

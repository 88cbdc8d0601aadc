#include "ops/gated_delta_net.h"

#include "ops/copy.h"
#include "ops/layout.h"
#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_gated_delta_net {

struct Sizes {
  std::int64_t keys, values, key_heads, heads, tokens, sequences;
  bool by_channel = false;  ///< a gate for each key channel (KDA)
  std::int64_t snapshots = 1;
  bool cached = false;  ///< the states are copied into a cache afterwards
  Layout layout = Layout::dense;
  bool together = false;  ///< with one copy
};

Recurrence build_net(Scene& scene, const Sizes& s) {
  const Shape key_shape{s.keys, s.key_heads, s.tokens, s.sequences};
  const Shape one{1, s.heads, s.tokens, s.sequences};
  const auto small = uniform(-0.3f, 0.3f);
  GatedDeltaNet net;
  net.q = scene.floats(key_shape, Type::f32, s.layout, small);
  net.k = scene.floats(key_shape, Type::f32, s.layout, small);
  net.v = scene.floats({s.values, s.heads, s.tokens, s.sequences}, Type::f32, s.layout);
  net.gate = scene.floats({s.by_channel ? s.keys : 1, s.heads, s.tokens, s.sequences}, Type::f32,
                          Layout::dense, uniform(-2.0f, 0.0f));
  net.beta = scene.floats(one, Type::f32, Layout::dense, uniform(0.0f, 1.0f));
  net.states = scene.floats({s.keys, s.values, s.heads, s.sequences});
  return gated_delta_net(scene.graph(), net, s.snapshots);
}

/// The cache has a slot for each snapshot of each sequence, and more behind them; each snapshot
/// goes to a place of its own, as models do it.
Tensor* copy_into_cache(Scene& scene, Tensor* states, const Sizes& s) {
  const std::int64_t elements = s.keys * s.values * s.heads * s.sequences;
  const std::int64_t snapshots = element_count(states->shape) / elements;
  Tensor* cache = scene.floats({elements, snapshots + 1, 1, 1});
  Tensor* last = nullptr;
  for (std::int64_t i = 0; i < snapshots; ++i) {
    const Shape row{elements, 1, 1, 1};
    const std::size_t bytes = static_cast<std::size_t>(elements) * sizeof(float);
    const auto at = static_cast<std::size_t>(i);
    Tensor* from = view(scene.graph(), states, row, contiguous_strides(Type::f32, row), at * bytes);
    Tensor* to =
        view(scene.graph(), cache, row, contiguous_strides(Type::f32, row), (at + 1) * bytes);
    last = copy(scene.graph(), from, to);
    scene.also(last);
  }
  scene.also(cache);
  return last;
}

/// The cache has the snapshots of a sequence side by side, more behind them, and a gap: what a
/// backend may write in place of the copy.
void copy_together(Scene& scene, Tensor* states, const Sizes& s) {
  const std::int64_t elements = s.keys * s.values * s.heads;
  const std::int64_t snapshots = element_count(states->shape) / (elements * s.sequences);
  const Shape all{elements, s.sequences, snapshots, 1};
  const std::int64_t slot = elements + 4;
  Tensor* cache = scene.floats({slot * (snapshots + 1), s.sequences, 1, 1});
  const std::size_t bytes = static_cast<std::size_t>(slot) * sizeof(float);
  Tensor* from = reshape(scene.graph(), states, all);
  copy(scene.graph(), from,
       view(scene.graph(), cache, all, {sizeof(float), cache->stride[1], bytes, bytes}, 8));
  scene.also(cache);
}

Tensor* build(Scene& scene, const Sizes& s) {
  const Recurrence result = build_net(scene, s);
  if (s.together) {
    copy_together(scene, result.states, s);
  } else if (s.cached) {
    copy_into_cache(scene, result.states, s);
  } else {
    scene.also(result.states);
  }
  return result.outputs;
}

Instance& add(CaseTable& table, const Sizes& s) {
  return table.add(gated_delta_net_op.name,
                   {{"keys", s.keys},
                    {"values", s.values},
                    {"key_heads", s.key_heads},
                    {"heads", s.heads},
                    {"tokens", s.tokens},
                    {"sequences", s.sequences},
                    {"by_channel", s.by_channel},
                    {"snapshots", s.snapshots},
                    {"cached", s.cached},
                    {"together", s.together},
                    {"layout", name(s.layout)}},
                   [=](Scene& scene) { return build(scene, s); });
}

}  // namespace cases_gated_delta_net

void register_cases_gated_delta_net(CaseTable& table) {
  using namespace cases_gated_delta_net;
  for (const bool by_channel : {false, true}) {
    for (const bool cached : {false, true}) {
      for (const std::int64_t snapshots : {1, 2, 4}) {
        for (const std::int64_t sequences : {1, 2, 5}) {
          for (const std::int64_t tokens : {1, 3, 4, 17}) {
            add(table, {32, 32, 2, 4, tokens, sequences, by_channel, snapshots, cached});
          }
        }
        add(table, {128, 128, 1, 2, 5, 2, by_channel, snapshots, cached});
        add(table, {16, 48, 3, 3, 5, 2, by_channel, snapshots, cached, Layout::apart});
      }
    }
  }
  for (const std::int64_t snapshots : {1, 2, 4}) {
    for (const std::int64_t sequences : {1, 3}) {
      for (const std::int64_t tokens : {1, 3, 17})
        add(table, {32, 48, 2, 4, tokens, sequences, false, snapshots, true, Layout::dense, true});
    }
  }
  for (const std::int64_t tokens : {1, 64, 512}) {
    add(table, {128, 128, 16, 32, tokens, 1}).large = true;
    add(table, {128, 128, 16, 32, tokens, 4, false, 4, true}).large = true;
  }
}

}  // namespace tern::harness

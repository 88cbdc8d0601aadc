#include "backends/gpu/delta_net.h"

#include <cmath>

#include "core/ops/gated_delta_net.h"
#include "kernels/args/state.h"

namespace tern {

void lower_delta_net(Lowering& to, const Tensor& net, const Tensor& states,
                     const StateStrides& strides) {
  const auto& [q, k, v, gate, beta, start, none, nothing] = net.source;
  tn_delta_net_args args{};
  args.q = layout_of(*q);
  args.k = layout_of(*k);
  args.v = layout_of(*v);
  args.gate = layout_of(*gate);
  args.beta = layout_of(*beta);
  args.states = layout_of(*start);
  args.snapshot_stride = strides.snapshot;
  args.sequence_stride = strides.sequence;
  args.snapshots = net.params<GatedDeltaNetParams>().snapshots;
  args.scale = 1.0f / std::sqrt(static_cast<float>(q->shape[0]));
  const Tensor& outputs = to.part(net, 0, element_count(v->shape));
  const std::uint32_t threads = to.threads_for(v->shape[0]);
  to.call("gated_delta_net", args, {q, k, v, gate, beta, start},
          std::vector<const Tensor*>{&outputs, &states},
          {v->shape[1], v->shape[3], (v->shape[0] + threads - 1) / threads}, threads);
}

}  // namespace tern

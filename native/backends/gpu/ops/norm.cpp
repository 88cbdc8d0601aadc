#include "core/ops/norm.h"

#include "backends/gpu/norms.h"

namespace tern {
namespace gpu_norm {

void lower(Lowering& to, const Tensor& node) { lower_norm(to, node, nullptr, nullptr, node); }

}  // namespace gpu_norm

void register_gpu_norm(GpuOpTable& table) {
  for (const OpInfo* op : {&layer_norm_op, &rms_norm_op, &l2_norm_op})
    table.add(*op, {gpu_norm::lower, nullptr});
}

}  // namespace tern

#include "kernels/args/rows.h"
#include "backends/gpu/lowering.h"
#include "core/ops/get_rows.h"
#include "core/ops/set_rows.h"

namespace tern {
namespace gpu_rows {

tn_rows_args args_of(const Tensor& node) {
  return {layout_of(*node.source[0]), layout_of(*node.source[1]), layout_of(node), {}};
}

void lower_get(Lowering& to, const Tensor& node) {
  const Tensor& table = *node.source[0];
  const std::string type = table.type == Type::i32 ? "i32" : readable_type(table.type);
  to.call("get_rows_" + type, args_of(node), with_grid({&table, node.source[1]}, table.type), node,
          groups_by_row(node.shape), to.threads_for(node.shape[0]));
}

bool can_get(const Tensor& node) {
  if (node.source[0] == nullptr) return true;
  const Type type = node.source[0]->type;
  return type == Type::i32 || !readable_type(type).empty();
}

void lower_set(Lowering& to, const Tensor& node) {
  const Tensor& x = *node.source[0];
  to.call("set_rows_" + writable_type(node.type), args_of(node), {&x, node.source[1]}, node,
          groups_by_row(x.shape), to.threads_for(x.shape[0] / traits(node.type).block_size));
}

bool can_set(const Tensor& node) { return !writable_type(node.type).empty(); }

}  // namespace gpu_rows

void register_gpu_rows(GpuOpTable& table) {
  table.add(get_rows_op, {gpu_rows::lower_get, gpu_rows::can_get});
  table.add(set_rows_op, {gpu_rows::lower_set, gpu_rows::can_set});
}

}  // namespace tern

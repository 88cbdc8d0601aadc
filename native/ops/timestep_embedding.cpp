#include "ops/timestep_embedding.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {

Tensor* timestep_embedding(Graph& graph, Tensor* timesteps, const TimestepParams& params) {
  const OpInfo& op = timestep_embedding_op;
  expect_type(op, *timesteps, Type::f32);
  expect_contiguous(op, *timesteps);
  expect(row_count(timesteps->shape) == 1, op, "a vector of timesteps", *timesteps);
  if (params.dims < 1) fail(op, "dims >= 1", concat(params.dims));
  if (params.max_period < 1) fail(op, "max_period >= 1", concat(params.max_period));
  Tensor* result = graph.node(op, Type::f32, {params.dims, timesteps->shape[0], 1, 1}, {timesteps});
  result->set_params(params);
  return result;
}

void register_op_timestep_embedding(OpTable& table) { table.add(timestep_embedding_op); }

}  // namespace tern

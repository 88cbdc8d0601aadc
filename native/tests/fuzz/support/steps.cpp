#include "core/ops/unary.h"
#include "core/type_table.h"
#include "ops/add_id.h"
#include "ops/binary.h"
#include "ops/col2im.h"
#include "ops/concat.h"
#include "ops/convolution.h"
#include "ops/convolution_transpose.h"
#include "ops/copy.h"
#include "ops/cross_entropy.h"
#include "ops/fill.h"
#include "ops/flash_attention.h"
#include "ops/gated_delta_net.h"
#include "ops/gated_linear_attention.h"
#include "ops/get_rows.h"
#include "ops/glu.h"
#include "ops/gradient.h"
#include "ops/hadamard.h"
#include "ops/hyper_merge.h"
#include "ops/hyper_spread.h"
#include "ops/hyper_weights.h"
#include "ops/im2col.h"
#include "ops/layout.h"
#include "ops/lightning_indexer.h"
#include "ops/matmul.h"
#include "ops/matmul_id.h"
#include "ops/norm.h"
#include "ops/optimizer.h"
#include "ops/out_prod.h"
#include "ops/pad.h"
#include "ops/parametric.h"
#include "ops/pool.h"
#include "ops/reduce.h"
#include "ops/relative_positions.h"
#include "ops/repeat.h"
#include "ops/rope.h"
#include "ops/rwkv_wkv6.h"
#include "ops/rwkv_wkv7.h"
#include "ops/scale.h"
#include "ops/set_rows.h"
#include "ops/softmax.h"
#include "ops/sort.h"
#include "ops/ssm_conv.h"
#include "ops/ssm_scan.h"
#include "ops/timestep_embedding.h"
#include "ops/triangle.h"
#include "ops/unary.h"
#include "ops/upscale.h"
#include "ops/window.h"
#include "tests/fuzz/support/draws.h"

namespace tern {

Type FuzzDraw<Type>::from(FuzzScene& scene) {
  const TypeTable& table = type_table();
  const std::uint8_t choice = scene.decisions.byte();
  if (choice < 128) return Type::f32;  // what most ops want
  const auto count = static_cast<std::ptrdiff_t>(std::distance(table.begin(), table.end()));
  return std::next(table.begin(), choice % count)->type;
}

namespace fuzz_steps_of {

void add_input(FuzzScene& scene) {
  const Type type = FuzzDraw<Type>::from(scene);
  Shape shape{1, 1, 1, 1};
  for (std::int64_t& n : shape) n = static_cast<std::int64_t>(scene.decisions.below(9));
  shape[0] *= traits(type).block_size;
  scene.keep(scene.graph.input(type, shape, "input"));
}

void add_numbers(FuzzScene& scene) {
  const auto n = static_cast<std::int64_t>(scene.decisions.below(9));
  const auto m = static_cast<std::int64_t>(scene.decisions.below(3));
  scene.keep(scene.graph.input(Type::i32, {n, m, 1, 1}, "numbers"));
}

/// Another of the shape that is there already: many ops want equal ones.
void add_twin(FuzzScene& scene) {
  const Tensor& other = *scene.any();
  scene.keep(scene.graph.input(other.type, other.shape, "twin"));
}

template <class Struct, class... Members>
Struct tensors_for(FuzzScene& scene, Members... members) {
  Struct drawn;
  ((drawn.*members = scene.any()), ...);
  return drawn;
}

void keep(FuzzScene& scene, const Recurrence& both) {
  scene.keep(both.outputs);
  scene.keep(both.states);
}

void add_unary(FuzzScene& scene) {
  constexpr std::array<const OpInfo*, 6> ops{&relu_op, &gelu_op,  &log_op,
                                             &exp_op,  &round_op, &sin_op};
  const OpInfo& op = *ops[scene.decisions.below(ops.size())];
  scene.keep(unary(scene.graph, op, scene.any()));
}

void add_glu(FuzzScene& scene) {
  scene.keep(glu(scene.graph, swiglu_op, scene.any(), scene.any()));
}

void add_glu_halves(FuzzScene& scene) {
  const bool swapped = scene.decisions.below(2) != 0;
  scene.keep(glu_halves(scene.graph, geglu_op, scene.any(), swapped));
}

void add_softmax(FuzzScene& scene) {
  Tensor* x = scene.any();
  Tensor* mask = scene.any_or_none();
  Tensor* sinks = scene.any_or_none();
  scene.keep(softmax(scene.graph, x, mask, sinks, FuzzDraw<SoftmaxParams>::from(scene)));
}

template <Tensor* (*builder)(Graph&, Tensor*, Tensor*, Tensor*, const RopeParams&)>
void add_rope(FuzzScene& scene) {
  Tensor* x = scene.any();
  Tensor* positions = scene.any();
  Tensor* divisors = scene.any_or_none();
  scene.keep(builder(scene.graph, x, positions, divisors, FuzzDraw<RopeParams>::from(scene)));
}

FlashAttention attention_of(FuzzScene& scene) {
  using F = FlashAttention;
  F attention = tensors_for<F>(scene, &F::queries, &F::keys, &F::values);
  attention.mask = scene.any_or_none();
  attention.sinks = scene.any_or_none();
  return attention;
}

void add_flash_attention(FuzzScene& scene) {
  const FlashAttention attention = attention_of(scene);
  const auto params = FuzzDraw<FlashAttentionParams>::from(scene);
  scene.keep(flash_attention(scene.graph, attention, params));
}

void add_flash_attention_back(FuzzScene& scene) {
  const FlashAttention attention = attention_of(scene);
  const auto params = FuzzDraw<FlashAttentionParams>::from(scene);
  const auto operand = static_cast<AttentionOperand>(scene.decisions.below(4));
  scene.keep(flash_attention_back(scene.graph, scene.any(), attention, params, operand));
}

void add_delta_net(FuzzScene& scene) {
  using N = GatedDeltaNet;
  const N net = tensors_for<N>(scene, &N::q, &N::k, &N::v, &N::gate, &N::beta, &N::states);
  keep(scene, gated_delta_net(scene.graph, net, scene.decisions.integer()));
}

void add_linear_attention(FuzzScene& scene) {
  using A = GatedLinearAttention;
  const A attention = tensors_for<A>(scene, &A::q, &A::k, &A::v, &A::gate, &A::states);
  keep(scene, gated_linear_attention(scene.graph, attention, scene.decisions.number()));
}

void add_wkv6(FuzzScene& scene) {
  using W = RwkvWkv6;
  keep(scene, rwkv_wkv6(scene.graph, tensors_for<W>(scene, &W::k, &W::v, &W::r, &W::first,
                                                    &W::decay, &W::states)));
}

void add_wkv7(FuzzScene& scene) {
  using W = RwkvWkv7;
  keep(scene, rwkv_wkv7(scene.graph, tensors_for<W>(scene, &W::r, &W::decay, &W::k, &W::v, &W::a,
                                                    &W::b, &W::states)));
}

void add_ssm_scan(FuzzScene& scene) {
  using S = SsmScan;
  const S scan =
      tensors_for<S>(scene, &S::states, &S::x, &S::dt, &S::decay, &S::b, &S::c, &S::slots);
  keep(scene, ssm_scan(scene.graph, scan, scene.decisions.integer()));
}

void add_indexer(FuzzScene& scene) {
  using L = LightningIndexer;
  scene.keep(
      lightning_indexer(scene.graph, tensors_for<L>(scene, &L::q, &L::k, &L::weights, &L::mask)));
}

void add_hyper_spread(FuzzScene& scene) {
  using H = HyperSpread;
  H spread = tensors_for<H>(scene, &H::x, &H::residual, &H::gains);
  spread.weights = scene.any_or_none();
  scene.keep(hyper_spread(scene.graph, spread));
}

constexpr FuzzStep steps[]{
    add_input,
    add_numbers,
    add_twin,
    add_unary,
    add_glu,
    add_glu_halves,
    add_softmax,
    add_rope<rope>,
    add_rope<rope_back>,
    add_flash_attention,
    add_delta_net,
    add_linear_attention,
    add_wkv6,
    add_wkv7,
    add_ssm_scan,
    add_indexer,
    add_hyper_spread,
    step<add_id>,
    step<add>,
    step<sub>,
    step<mul>,
    step<tern::div>,
    step<col2im_1d>,
    step<concat_tensors>,
    step<conv_1d>,
    step<conv_2d>,
    step<conv_2d_depthwise>,
    step<conv_3d>,
    step<conv_transpose_1d>,
    step<conv_transpose_2d>,
    step<static_cast<Tensor* (*)(Graph&, Tensor*, Type)>(cont)>,
    step<copy>,
    step<set_part>,
    step<add_part>,
    step<cross_entropy_loss>,
    step<cross_entropy_loss_back>,
    step<fill>,
    step<arange>,
    step<get_rows>,
    step<swiglu_oai>,
    step<swiglu_clamp>,
    step<silu_back>,
    step<softmax_back>,
    step<rms_norm_back>,
    step<get_rows_back>,
    step<hadamard>,
    step<hyper_merge>,
    step<hyper_merge_gated>,
    step<hyper_weights>,
    step<im2col>,
    step<view>,
    step<reshape>,
    step<permute>,
    step<matmul>,
    step<matmul_id>,
    step<layer_norm>,
    step<rms_norm>,
    step<l2_norm>,
    step<group_norm>,
    step<opt_step_adamw>,
    step<opt_step_sgd>,
    step<out_prod>,
    step<pad>,
    step<pad_reflect_1d>,
    step<roll>,
    step<clamp>,
    step<leaky_relu>,
    step<xielu>,
    step<pool_1d>,
    step<pool_2d>,
    step<pool_2d_back>,
    step<sum_all>,
    step<sum_rows>,
    step<mean>,
    step<cumsum>,
    step<count_equal>,
    step<relative_positions>,
    step<add_relative_positions>,
    step<repeat>,
    step<repeat_back>,
    step<tern::scale>,
    step<set_rows>,
    step<argsort>,
    step<top_k>,
    step<argmax>,
    step<ssm_conv>,
    step<timestep_embedding>,
    step<tri>,
    step<diag>,
    step<solve_tri>,
    step<upscale>,
    step<window_part>,
    step<window_join>,
    add_flash_attention_back,
    step<im2col_back>,
};

}  // namespace fuzz_steps_of

std::span<const FuzzStep> fuzz_steps() { return fuzz_steps_of::steps; }

}  // namespace tern

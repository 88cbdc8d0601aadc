#include "backends/common/images.h"

#include <algorithm>

#include "backends/gpu/lowering.h"
#include "core/ops/col2im.h"
#include "core/ops/convolution_transpose.h"
#include "core/ops/im2col.h"
#include "core/ops/pool.h"
#include "kernels/args/images.h"

namespace tern {
namespace gpu_images {

tn_images images_of(const Tensor& tensor, int rank, std::int64_t channels) {
  const Images images(tensor, rank, channels);
  tn_images args{};
  for (std::size_t i = 0; i < 3; ++i) {
    args.size[i] = static_cast<tn_i32>(images.size[i]);
    args.stride[i] = static_cast<tn_i64>(images.stride[i]);
  }
  args.channels = static_cast<tn_i32>(images.channels);
  args.images = static_cast<tn_i32>(images.images);
  args.channel_stride = static_cast<tn_i64>(images.channel_stride);
  args.image_stride = static_cast<tn_i64>(images.image_stride);
  return args;
}

tn_convolution_args args_of(const Tensor& x, const ConvolutionParams& p) {
  tn_convolution_args args{};
  args.x = images_of(x, p.rank, p.channels);
  std::copy(p.size.begin(), p.size.end(), args.kernels.size);
  std::copy(p.stride.begin(), p.stride.end(), args.stride);
  std::copy(p.padding.begin(), p.padding.end(), args.padding);
  std::copy(p.dilation.begin(), p.dilation.end(), args.dilation);
  args.rank = p.rank;
  return args;
}

void lower_convolution(Lowering& to, const Tensor& node) {
  const auto p = node.params<ConvolutionParams>();
  const Tensor& x = *node.source[0];
  const Tensor& kernels = *node.source[1];
  tn_convolution_args args = args_of(x, p);
  const std::int64_t outputs =
      p.rank == 3 ? node.shape[3] / args.x.images : node.shape[static_cast<std::size_t>(p.rank)];
  args.y = images_of(node, p.rank, outputs);
  args.kernels.stride[0] = static_cast<tn_i64>(kernels.stride[0]);
  args.channels = p.channels / p.groups;
  args.outputs = static_cast<tn_i32>(outputs / p.groups);
  to.call("convolution_" + readable_type(kernels.type), args, {&x, &kernels}, node,
          {std::int64_t{args.y.size[1]} * args.y.size[2], outputs, args.y.images},
          to.threads_for(args.y.size[0]));
}

void lower_transpose(Lowering& to, const Tensor& node) {
  const auto p = node.params<ConvolutionTransposeParams>();
  const Tensor& x = *node.source[0];
  const Tensor& kernels = *node.source[1];
  const auto rank = static_cast<std::size_t>(p.rank);
  tn_convolution_args args{};
  args.x = images_of(x, p.rank, x.shape[rank]);
  args.kernels = images_of(kernels, p.rank, node.shape[rank]);
  args.y = images_of(node, p.rank, node.shape[rank]);
  std::copy(p.stride.begin(), p.stride.end(), args.stride);
  to.call("convolution_transpose_" + readable_type(kernels.type), args, {&x, &kernels}, node,
          {args.y.size[1], node.shape[rank], args.y.images}, to.threads_for(args.y.size[0]));
}

void lower_im2col(Lowering& to, const Tensor& node) {
  const Tensor& x = *node.source[0];
  tn_convolution_args args = args_of(x, node.params<ConvolutionParams>());
  args.columns = layout_of(node);
  to.call("im2col_" + readable_type(node.type), args, {&x}, node, groups_by_row(node.shape),
          to.threads_for(node.shape[0]));
}

void lower_col2im(Lowering& to, const Tensor& node) {
  const auto p = node.params<Col2imParams>();
  const Tensor& x = *node.source[0];
  tn_convolution_args args{};
  args.columns = layout_of(x);
  args.y = images_of(node, 1, node.shape[1]);
  args.kernels.size[0] = static_cast<tn_i32>(x.shape[0] / node.shape[1]);
  args.stride[0] = p.stride;
  args.padding[0] = p.padding;
  to.call("col2im_" + readable_type(x.type), args, {&x}, node, {node.shape[1], 1, 1},
          to.threads_for(node.shape[0]));
}

void lower_pool(Lowering& to, const Tensor& node) {
  const auto p = node.params<PoolParams>();
  const Tensor& x = *node.source[0];
  tn_pool_args args{};
  args.x = layout_of(x);
  args.y = layout_of(node);
  std::copy(p.size.begin(), p.size.end(), args.size);
  std::copy(p.stride.begin(), p.stride.end(), args.stride);
  std::copy(p.padding.begin(), p.padding.end(), args.padding);
  args.is_mean = p.mode == PoolMode::average ? 1 : 0;
  args.counts_padding = p.counts_padding ? 1 : 0;
  to.call("pool_" + readable_type(x.type), args, {&x}, node, groups_by_row(node.shape),
          to.threads_for(node.shape[0]));
}

}  // namespace gpu_images

void register_gpu_images(GpuOpTable& table) {
  using namespace gpu_images;
  table.add(convolution_op, {lower_convolution, nullptr});
  table.add(convolution_transpose_op, {lower_transpose, nullptr});
  table.add(im2col_op, {lower_im2col, nullptr});
  table.add(col2im_op, {lower_col2im, nullptr});
  table.add(pool_op, {lower_pool, nullptr});
}

}  // namespace tern

#include "ops/col2im.h"
#include "ops/convolution.h"
#include "ops/convolution_transpose.h"
#include "ops/im2col.h"
#include "ops/pool.h"
#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_images {

/// The same in all directions but for sizes.
struct Sizes {
  Shape image;
  Shape kernel;
  std::int32_t rank;
  Stepping step{};
  std::int32_t groups = 1;
  std::int32_t channels = 1;  ///< with rank 3, where they share a dimension with images
};

Params describe(const Sizes& s, Type type) {
  return {{"type", type},
          {"x", s.image},
          {"kernel", s.kernel},
          {"rank", s.rank},
          {"stride", s.step.stride},
          {"padding", s.step.padding},
          {"dilation", s.step.dilation},
          {"groups", s.groups},
          {"channels", s.channels}};
}

Tensor* build_convolution(Graph& graph, Tensor* kernel, Tensor* x, const Sizes& s) {
  if (s.rank == 1) return conv_1d(graph, kernel, x, s.step, s.groups);
  if (s.rank == 2) return conv_2d(graph, kernel, x, s.step, s.step, s.groups);
  return conv_3d(graph, kernel, x, {s.step, s.step, s.step}, s.channels);
}

Instance& add_convolution(CaseTable& table, Type type, const Sizes& s) {
  Instance& instance = table.add(convolution_op.name, describe(s, type), [=](Scene& scene) {
    Tensor* kernel = scene.floats(s.kernel, type);
    return build_convolution(scene.graph(), kernel, scene.floats(s.image), s);
  });
  instance.limit = type == Type::bf16 ? 5e-5 : 1e-6;
  return instance;
}

ConvolutionParams params_of(const Sizes& s) {
  ConvolutionParams p;
  p.rank = s.rank;
  p.channels = s.channels;
  for (std::size_t i = 0; i < static_cast<std::size_t>(s.rank); ++i) {
    p.size[i] = static_cast<std::int32_t>(s.kernel[i]);
    p.stride[i] = s.step.stride;
    p.padding[i] = s.step.padding;
    p.dilation[i] = s.step.dilation;
  }
  return p;
}

void add_im2col(CaseTable& table, Type type, const Sizes& s) {
  table.add(im2col_op.name, describe(s, type), [=](Scene& scene) {
    return im2col(scene.graph(), scene.floats(s.image), params_of(s), type);
  });
  if (type != Type::f32) return;
  table.add_gradient(im2col_back_op.name, describe(s, type), [=](Scene& scene) {
    Tensor* x = scene.floats(s.image);
    Tensor* y = im2col(scene.graph(), x, params_of(s));
    Tensor* gradient = scene.floats(y->shape);
    return Differentiated{x, y, gradient, im2col_back(scene.graph(), gradient, x, params_of(s))};
  });
}

/// What most kernels have to get right: borders, gaps, steps, groups.
void add_steps(CaseTable& table, Stepping step) {
  for (const Type type : {Type::f32, Type::f16, Type::bf16}) {
    add_convolution(table, type, {{20, 4, 3, 1}, {3, 4, 5, 1}, 1, step});
    add_convolution(table, type, {{20, 4, 3, 1}, {3, 2, 6, 1}, 1, step, 2});
    add_convolution(table, type, {{11, 9, 4, 2}, {3, 2, 4, 5}, 2, step});
    add_convolution(table, type, {{11, 9, 4, 2}, {3, 3, 2, 6}, 2, step, 2});
    add_convolution(table, type, {{11, 9, 4, 2}, {3, 3, 1, 4}, 2, step, 4});
    add_convolution(table, type, {{7, 8, 9, 6}, {3, 2, 3, 12}, 3, step, 1, 3});
    if (type == Type::bf16) continue;
    add_im2col(table, type, {{20, 4, 3, 1}, {3, 1, 1, 1}, 1, step, 1, 4});
    add_im2col(table, type, {{11, 9, 4, 2}, {3, 2, 1, 1}, 2, step, 1, 4});
    add_im2col(table, type, {{7, 8, 9, 6}, {3, 2, 3, 1}, 3, step, 1, 3});
  }
}

void add_transposed(CaseTable& table, Type type, std::int32_t stride) {
  const Shape line{9, 4, 2, 1};
  const Shape image{6, 5, 4, 2};
  table.add(convolution_transpose_op.name,
            {{"type", type}, {"x", line}, {"rank", 1}, {"stride", stride}}, [=](Scene& scene) {
              Tensor* kernel = scene.floats({3, 5, 4, 1}, type);
              return conv_transpose_1d(scene.graph(), kernel, scene.floats(line), stride);
            });
  table.add(convolution_transpose_op.name,
            {{"type", type}, {"x", image}, {"rank", 2}, {"stride", stride}}, [=](Scene& scene) {
              Tensor* kernel = scene.floats({3, 2, 3, 4}, type);
              return conv_transpose_2d(scene.graph(), kernel, scene.floats(image), stride);
            });
  const Shape columns{4 * 3, 7, 1, 1};
  const Params params{{"type", type}, {"x", columns}, {"stride", stride}, {"padding", 1}};
  table.add(col2im_op.name, params, [=](Scene& scene) {
    return col2im_1d(scene.graph(), scene.floats(columns, type), 3, {stride, 1});
  });
}

/// The largest of some stays so when one of them is moved a little.
DrawFloats far_apart() {
  return [](std::span<float> values, Random& random) {
    const auto order = random.permutation(static_cast<std::int64_t>(values.size()));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(order[i]) / 8.0f;
  };
}

void add_pools(CaseTable& table, Type type, const PoolParams& p) {
  const Shape shape{11, 9, 3, 2};
  const Params params{{"type", type},
                      {"mode", p.mode == PoolMode::maximum ? "maximum" : "average"},
                      {"x", shape},
                      {"width", p.size[0]},
                      {"height", p.size[1]},
                      {"stride", p.stride[0]},
                      {"padding", p.padding[0]},
                      {"counts_padding", p.counts_padding}};
  table.add(pool_op.name, params,
            [=](Scene& scene) { return pool_2d(scene.graph(), scene.floats(shape, type), p); });
  const auto differentiate = [=](Scene& scene) {
    Tensor* x = scene.floats(shape, type, Layout::dense, far_apart());
    Tensor* pooled = pool_2d(scene.graph(), x, p);
    Tensor* gradient = scene.floats(pooled->shape);
    return Differentiated{x, pooled, gradient, pool_2d_back(scene.graph(), gradient, x, p)};
  };
  Instance& instance = table.add_gradient(pool_back_op.name, params, differentiate);
  if (type != Type::f32) instance.differentiate = nullptr;  // too coarse for differences
}

}  // namespace cases_images

void register_cases_images(CaseTable& table) {
  using namespace cases_images;
  for (const std::int32_t stride : {1, 2}) {
    for (const std::int32_t padding : {0, 1}) {
      for (const std::int32_t dilation : {1, 2}) add_steps(table, {stride, padding, dilation});
      for (const Type type : {Type::f32, Type::f16}) {
        for (const PoolMode mode : {PoolMode::maximum, PoolMode::average}) {
          for (const bool counts : {true, false}) {
            const std::array<std::int32_t, 2> steps{stride, stride};
            const std::array<std::int32_t, 2> paddings{padding, padding};
            add_pools(table, type, {mode, {3, 2}, steps, paddings, counts});
          }
        }
      }
    }
    for (const Type type : {Type::f32, Type::f16, Type::bf16}) add_transposed(table, type, stride);
  }
  add_convolution(table, Type::f16, {{128, 128, 64, 1}, {3, 3, 64, 64}, 2, {1, 1, 1}}).large = true;
}

}  // namespace tern::harness

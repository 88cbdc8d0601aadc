#include "ops/matmul.h"

#include "core/type_table.h"
#include "tests/harness/cases.h"

namespace tern::harness {
namespace cases_matmul {

struct Sizes {
  std::int64_t m, n, k;
  std::array<std::int64_t, 2> matrices{1, 1};
  std::array<std::int64_t, 2> shared_by{1, 1};
};

/// Quantised weights are also multiplied with quantised activations.
double limit_of(Type type) {
  return traits(type).quantized ? 5e-4 : type == Type::bf16 ? 5e-5 : 1e-6;
}

Instance& add(CaseTable& table, Type type, const Sizes& s, Layout layout = Layout::dense) {
  const Shape a{s.k, s.m, s.matrices[0], s.matrices[1]};
  const Shape b{s.k, s.n, s.matrices[0] * s.shared_by[0], s.matrices[1] * s.shared_by[1]};
  Instance& instance =
      table.add(matmul_op.name, {{"type", type}, {"a", a}, {"b", b}, {"layout", name(layout)}},
                [=](Scene& scene) {
                  Tensor* weight = scene.floats(a, type, layout);
                  return matmul(scene.graph(), weight, scene.floats(b));
                });
  instance.limit = limit_of(type);
  instance.flops = 2.0 * static_cast<double>(s.k * s.m * s.n * b[2] * b[3]);
  return instance;
}

Instance& add_weight(CaseTable& table, Type type, const Sizes& s) {
  const Shape a{s.k, s.m, 1, 1};
  const Shape b{s.k, s.n, s.matrices[0], s.matrices[1]};
  Instance& instance =
      table.add(matmul_op.name, {{"weight", type}, {"a", a}, {"b", b}}, [=](Scene& scene) {
        Tensor* weight = scene.weight(a, type);
        return matmul(scene.graph(), weight, scene.floats(b));
      });
  instance.limit = limit_of(type);
  instance.flops = 2.0 * static_cast<double>(s.k * s.m * s.n * b[2] * b[3]);
  return instance;
}

void add_weights(CaseTable& table) {
  for (const TypeTraits& type : type_table()) {
    if (type.to_float == nullptr) continue;
    for (const std::int64_t n : {1, 5, 29}) add_weight(table, type.type, {37, n, 512});
    add_weight(table, type.type, {48, 3, 256, {2, 2}});
    for (const std::int64_t n : {1, 512})
      add_weight(table, type.type, {2048, n, 2048}).large = true;
  }
}

void add_every_type(CaseTable& table) {
  for (const TypeTraits& type : type_table()) {
    if (type.to_float == nullptr) continue;
    for (const std::int64_t n : {1, 2, 3, 5, 8, 9, 16, 33}) {
      add(table, type.type, {16, n, 256});
      add(table, type.type, {37, n, 512});
    }
    add(table, type.type, {16, 4, 256, {3, 2}, {1, 2}});
    add(table, type.type, {16, 4, 256, {2, 1}, {4, 1}});
    add(table, type.type, {16, 0, 256});
    add(table, type.type, {19, 3, 256}, Layout::apart);
    add(table, type.type, {19, 3, 256, {4, 1}}, Layout::permuted);
  }
}

void add_odd_sizes(CaseTable& table) {
  for (const Type type : {Type::f32, Type::f16, Type::bf16}) {
    for (const std::int64_t k : {1, 3, 31, 33, 127}) {
      for (const std::int64_t m : {1, 15, 17, 65}) {
        for (const std::int64_t n : {1, 7, 65}) add(table, type, {m, n, k});
      }
      add(table, type, {20, 3, k}, Layout::turned);
    }
  }
}

void add_large(CaseTable& table) {
  for (const Type type : {Type::f32, Type::f16, Type::q8_0, Type::q4_0, Type::q4_k, Type::q6_k}) {
    for (const std::int64_t n : {1, 8, 512}) add(table, type, {4096, n, 4096}).large = true;
  }
}

}  // namespace cases_matmul

void register_cases_matmul(CaseTable& table) {
  cases_matmul::add_every_type(table);
  cases_matmul::add_weights(table);
  cases_matmul::add_odd_sizes(table);
  cases_matmul::add_large(table);
}

}  // namespace tern::harness

#include "backends/host/device.h"

#include <array>
#include <numeric>

#include "backends/gpu/backend.h"
#include "core/allocator.h"
#include "core/scheduler.h"
#include "ops/binary.h"
#include "ops/matmul.h"
#include "ops/norm.h"
#include "ops/softmax.h"
#include "ops/sort.h"
#include "tern/error.h"
#include "tern/session.h"
#include "tests/support/check.h"
#include "tests/support/compute_on.h"
#include "tests/support/graph_runner.h"
#include "tests/support/model_maker.h"

namespace tern {
namespace backends_host_device_test {

constexpr std::array orders{HostOrder::forward, HostOrder::reverse, HostOrder::random};

std::unique_ptr<Backend> device(HostOptions options) {
  return std::make_unique<Scheduler>(
      std::make_unique<GpuBackend>(std::make_unique<HostDevice>(std::move(options))),
      backend_table().make("cpu", {}));
}

/// A norm with weight, a product with a weight of the host, an op that only the CPU has, softmax.
Tensor* build(Graph& graph, Tensor* x, Tensor* weight, Tensor* norm) {
  Tensor* y = matmul(graph, weight, mul(graph, rms_norm(graph, x, 1e-5f), norm));
  return softmax(graph, add(graph, y, y), nullptr, 0.5f);
}

Tensor host_tensor(const Shape& shape, std::vector<float>& values) {
  Tensor tensor;
  tensor.shape = shape;
  tensor.stride = contiguous_strides(Type::f32, shape);
  tensor.data = reinterpret_cast<std::byte*>(values.data());
  return tensor;
}

std::vector<float> compute(Backend& backend) {
  constexpr std::size_t n = 70;
  auto weight_values = random_floats(n * 50, 1);
  auto norm_values = random_floats(n, 2);
  Tensor weight = host_tensor({n, 50, 1, 1}, weight_values);
  Tensor norm = host_tensor({n, 1, 1, 1}, norm_values);
  Graph graph;
  Tensor* x = graph.input(Type::f32, {n, 3, 1, 1}, "x");
  Tensor* y = build(graph, x, &weight, &norm);
  graph.mark_output(y);
  return compute_on(backend, graph, {{x, random_floats(n * 3, 3)}}, *y);
}

void agrees_with_the_cpu() {
  const auto expected = compute(*backend_table().make("cpu", {}));
  for (const HostOrder order : orders) {
    for (const std::uint32_t lanes : {1u, 4u, 8u, 32u, 64u}) {
      const auto backend = device({"test", lanes, order, 2});
      CHECK_ALL_NEAR(compute(*backend), expected, 1e-5);
    }
  }
}

void leaves_to_the_cpu_what_it_cannot() {
  const auto backend = device({});
  Graph graph;
  Tensor* x = graph.input(Type::f32, {40, 2, 1, 1}, "x");
  Tensor* doubled = add(graph, x, x);
  Tensor* order = argsort(graph, doubled, SortOrder::descending);
  graph.mark_output(order);
  const MemoryPlan plan = plan_memory(graph);
  const auto memory = backend->allocate(plan.peak);
  bind_memory(graph, plan, memory->data());
  std::vector<float> values(80);
  std::iota(values.begin(), values.end(), 0.0f);
  backend->write(*x, values.data(), values.size() * sizeof(float));
  backend->compute(graph);
  std::vector<std::int32_t> result(80);
  backend->read(*order, result.data(), result.size() * sizeof(std::int32_t));
  for (int i = 0; i < 80; ++i) CHECK_EQUAL(result[static_cast<std::size_t>(i)], 39 - i % 40);
  CHECK(backend->owns(order->data));
}

void refuses_odd_subgroups() {
  CHECK_THROWS(RequestError, "[host] expected subgroups of 1, 2, 4", device({"host", 3}));
}

void sessions_run_on_it() {
  const auto model = tiny_model();
  const std::vector<std::int32_t> tokens{1, 5, 9, 13, 2};
  std::vector<std::vector<float>> all;
  for (const char* name : {"cpu", "host", "MTL0", "CUDA0"}) {
    SessionOptions options;
    options.backend = name;
    Session session(model, options);
    const auto logits = session.decode(make_batch(tokens, 0, WantLogits::all));
    all.emplace_back(logits.begin(), logits.end());
  }
  for (const auto& logits : all) CHECK_ALL_NEAR(logits, all[0], 1e-4);
}

}  // namespace backends_host_device_test

void test_backends_host_device(TestTable& tests) {
  using namespace backends_host_device_test;
  tests.add("backends_host_device", "agrees with the cpu", agrees_with_the_cpu);
  tests.add("backends_host_device", "leaves to the cpu what it cannot",
            leaves_to_the_cpu_what_it_cannot);
  tests.add("backends_host_device", "refuses odd subgroups", refuses_odd_subgroups);
  tests.add("backends_host_device", "sessions run on it", sessions_run_on_it);
}

}  // namespace tern

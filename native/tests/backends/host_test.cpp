#include "backends/host/device.h"

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
#include "tests/support/graph_runner.h"
#include "tests/support/model_maker.h"

namespace tern {
namespace backends_host_test {

constexpr std::array orders{HostOrder::forward, HostOrder::reverse, HostOrder::random};

/// Each thread writes one number and reads that of its neighbour on either side.
bool neighbours_agree(HostOrder order, bool with_barrier) {
  constexpr std::uint32_t n = 32;
  std::array<int, n> shared{};
  bool right = true;
  const HostGroup group{{}, n, 8, order};
  group.run([&] {
    const std::uint32_t me = host_thread().thread;
    shared[me] = static_cast<int>(me) + 1;
    if (with_barrier) host_barrier();
    for (const std::uint32_t other : {(me + 1) % n, (me + n - 1) % n})
      right = right && shared[other] == static_cast<int>(other) + 1;
  });
  return right;
}

void a_missing_barrier_shows() {
  for (const HostOrder order : orders) {
    CHECK(neighbours_agree(order, true));
    CHECK(!neighbours_agree(order, false));
  }
}

void lanes_add_up() {
  for (const HostOrder order : orders) {
    for (const std::uint32_t lanes : {1u, 4u, 16u, 64u}) {
      const HostGroup group{{}, 64, lanes, order};
      bool right = true;
      group.run([&] {
        const auto first = static_cast<float>(host_thread().subgroup * lanes);
        const auto me = static_cast<float>(host_thread().thread);
        const auto n = static_cast<float>(lanes);
        for (int again = 0; again < 3; ++again) {
          right = right && host_sum_lanes(me) == n * first + n * (n - 1.0f) / 2.0f;
          right = right && host_max_lanes(me) == first + n - 1.0f;
        }
      });
      CHECK(right);
    }
  }
}

void threads_that_part_at_a_barrier_are_told() {
  const HostGroup group{{}, 8, 4, HostOrder::forward};
  CHECK(!group.run([] {
    if (host_thread().thread < 2) host_barrier();
    if (host_thread().thread >= 2) host_sum_lanes(1.0f);
  }));
  CHECK(group.run([] { host_barrier(); }));
}

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
  const auto x_values = random_floats(n * 3, 3);
  Tensor weight = host_tensor({n, 50, 1, 1}, weight_values);
  Tensor norm = host_tensor({n, 1, 1, 1}, norm_values);
  Graph graph;
  Tensor* x = graph.input(Type::f32, {n, 3, 1, 1}, "x");
  Tensor* y = build(graph, x, &weight, &norm);
  graph.mark_output(y);
  const MemoryPlan plan = plan_memory(graph);
  const auto memory = backend.allocate(plan.peak);
  bind_memory(graph, plan, memory->data());
  backend.write(*x, x_values.data(), x_values.size() * sizeof(float));
  backend.compute(graph);
  std::vector<float> result(static_cast<std::size_t>(element_count(y->shape)));
  backend.read(*y, result.data(), result.size() * sizeof(float));
  return result;
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

}  // namespace backends_host_test

void test_backends_host(TestTable& tests) {
  using namespace backends_host_test;
  tests.add("backends_host", "a missing barrier shows", a_missing_barrier_shows);
  tests.add("backends_host", "lanes add up", lanes_add_up);
  tests.add("backends_host", "threads that part at a barrier are told",
            threads_that_part_at_a_barrier_are_told);
  tests.add("backends_host", "agrees with the cpu", agrees_with_the_cpu);
  tests.add("backends_host", "leaves to the cpu what it cannot", leaves_to_the_cpu_what_it_cannot);
  tests.add("backends_host", "refuses odd subgroups", refuses_odd_subgroups);
  tests.add("backends_host", "sessions run on it", sessions_run_on_it);
}

}  // namespace tern

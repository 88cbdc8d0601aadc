#include "tests/harness/trial.h"

#include <algorithm>
#include <cstring>

#include "core/text.h"
#include "tests/harness/guarded.h"

namespace tern::harness {
namespace harness_trial {

/// All of a backend's memory as one tensor, to copy it at once.
Tensor whole(Buffer& buffer) {
  Tensor tensor;
  tensor.type = Type::i8;
  tensor.shape = {static_cast<std::int64_t>(buffer.size()), 1, 1, 1};
  tensor.stride = contiguous_strides(tensor.type, tensor.shape);
  tensor.data = buffer.data();
  return tensor;
}

std::vector<std::byte> bytes_of(std::span<const std::int32_t> values) {
  const auto bytes = std::as_bytes(values);
  return {bytes.begin(), bytes.end()};
}

}  // namespace harness_trial

Trial::Trial(const BuildCase& build, std::uint64_t seed) : random_(seed) {
  Tensor* result = build(scene_);
  results_ = scene_.results();
  results_.push_back(result);
  plan_ = guarded_plan(scene_.graph());
  before_ = guarded_memory(scene_.graph(), plan_);
  for (const Scene::Input& input : scene_.inputs()) draw(input);
}

std::size_t Trial::place_of(const Tensor& tensor) const {
  const Tensor& root = tensor.base != nullptr ? *tensor.base : tensor;
  return plan_.offset[static_cast<std::size_t>(root.index)] + tensor.offset;
}

void Trial::draw(const Scene::Input& input) {
  const auto count = static_cast<std::size_t>(element_count(input.tensor->shape));
  std::vector<std::byte> bytes;
  if (input.floats) {
    std::vector<float> values(count);
    input.floats(values, random_);
    bytes = encode(input.tensor->type, values, random_);
  } else {
    std::vector<std::int32_t> values(count);
    input.integers(values, random_);
    bytes = harness_trial::bytes_of(values);
  }
  std::copy(bytes.begin(), bytes.end(),
            before_.begin() + static_cast<std::ptrdiff_t>(place_of(*input.tensor)));
}

bool Trial::supported_by(const Backend& backend) const {
  const auto& nodes = scene_.graph().nodes();
  return std::all_of(nodes.begin(), nodes.end(),
                     [&](const Tensor* node) { return backend.supports(*node); });
}

void Trial::prepare(Backend& backend) {
  backend.forget_weights();  // those of the last trial
  buffer_ = backend.allocate(plan_.peak);
  bind_memory(scene_.graph(), plan_, buffer_->data());
  Tensor memory = harness_trial::whole(*buffer_);
  backend.write(memory, before_.data(), before_.size());
}

std::vector<std::byte> Trial::run(Backend& backend) {
  prepare(backend);
  compute(backend);
  std::vector<std::byte> after(before_.size());
  backend.read(harness_trial::whole(*buffer_), after.data(), after.size());
  return after;
}

void Trial::draw_choices(Backend& backend) {
  for (const Scene::Input& input : scene_.inputs()) {
    if (!input.chooses) continue;
    draw(input);
    backend.write(*input.tensor, before_.data() + place_of(*input.tensor),
                  byte_span(*input.tensor));
  }
}

bool Trial::is_written(const Tensor& tensor) const {
  const auto root = [](const Tensor* one) { return one->base != nullptr ? one->base : one; };
  const auto holds = [&](const Tensor* one) { return root(one) == root(&tensor); };
  const auto& nodes = scene_.graph().nodes();
  // Inputs that are results are changed by an op that does not say so, such as a step of training.
  return std::any_of(results_.begin(), results_.end(), holds) ||
         std::any_of(nodes.begin(), nodes.end(),
                     [&](const Tensor* node) { return node->base != nullptr && holds(node); });
}

void Trial::set(const Tensor& input, std::int64_t index, float value) {
  std::memcpy(before_.data() + place_of(input) + static_cast<std::size_t>(index) * sizeof value,
              &value, sizeof value);
}

std::string Trial::damage(const std::vector<std::byte>& memory) const {
  return find_damage(scene_.graph(), plan_, before_, memory, [&](const Tensor& tensor) {
    return tensor.op != nullptr || is_written(tensor);
  });
}

std::vector<double> Trial::values(const Tensor& tensor,
                                  const std::vector<std::byte>& memory) const {
  return elements(tensor, memory.data() + place_of(tensor));
}

}  // namespace tern::harness

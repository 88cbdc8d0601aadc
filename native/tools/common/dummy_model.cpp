#include "tools/common/dummy_model.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>
#include <map>

#include "models/base/draft.h"
#include "tern/error.h"
#include "tools/common/dummy_tensors.h"
#include "tools/common/dummy_values.h"
#include "tools/common/dummy_vocabulary.h"

namespace tern::tools {
namespace tools_dummy_model {

bool contains(std::string_view name, std::string_view part) {
  return name.find(part) != std::string_view::npos;
}

/// Evenly distributed numbers of mean 0 and variance 1, the same for the same name.
class Noise {
 public:
  explicit Noise(std::string_view name) {
    for (const char c : name) state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  }

  float next() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t x = (state_ ^ (state_ >> 31)) * 0xbf58476d1ce4e5b9u;
    x ^= x >> 29;
    return (static_cast<float>(x >> 40) * 0x1p-23f - 1.0f) * 1.7320508f;
  }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325u;
};

/// So that a wrong scale, norm, rope or mask shows in the logits, and none of them runs away.
float weight(const GgufTensor& tensor, float noise) {
  const std::string_view name = tensor.name;
  const bool is_row = tensor.shape[1] * tensor.shape[2] * tensor.shape[3] == 1;
  if (name.ends_with(".scale")) return 1.0f + 0.1f * noise;
  if (name.starts_with("rope_")) return 1.0f + 0.5f * std::fabs(noise);
  if (contains(name, "ssm_a")) return -0.1f - std::fabs(noise);
  if (contains(name, "_embd.weight")) return noise;
  if (is_row) return name.ends_with(".weight") ? 1.0f + 0.1f * noise : 0.1f * noise;
  return noise * 1.5f / std::sqrt(static_cast<float>(tensor.shape[0]));
}

std::vector<std::byte> make_data(const GgufTensor& tensor) {
  std::size_t count = 1;
  for (const std::int64_t n : tensor.shape) count *= static_cast<std::size_t>(n);
  Noise noise(tensor.name);
  std::vector<float> values(count);
  for (float& value : values) value = weight(tensor, noise.next());
  std::vector<std::byte> bytes(count * sizeof(float));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

/// Answers a loader and writes down what it was asked for.
class Maker : public ModelDraft {
 public:
  Maker(std::string architecture, DummyKind kind)
      : architecture_(std::move(architecture)), experts_(kind == DummyKind::experts) {}

  const GgufValue* key(std::string_view name) override {
    auto& keys = content_.metadata;
    if (const auto it = keys.find(name); it != keys.end()) return &it->second;
    const auto value = dummy_value(architecture_, name.substr(architecture_.size() + 1), experts_);
    return value ? &(keys[std::string(name)] = *value) : nullptr;
  }

  const GgufTensor* tensor(const std::string& name, const Shape& shape, bool required) override {
    if (!required && !is_wanted(name)) return nullptr;
    const auto [it, inserted] = places_.try_emplace(name, tensors_.size());
    if (inserted) {
      tensors_.push_back({.name = name, .shape = shape, .type = Type::f32});
      while (tensors_.back().dims < 4 && has_more_dims(tensors_.back())) ++tensors_.back().dims;
    }
    return &tensors_[it->second];
  }

  bool has(std::string_view name) override { return is_wanted(name); }

  std::int64_t rows(std::string_view) override { return dummy_vocab_size(architecture_); }

  bool has_experts() const {
    return std::any_of(tensors_.begin(), tensors_.end(),
                       [](const GgufTensor& tensor) { return contains(tensor.name, "_exps"); });
  }

  GgufContent finish() {
    content_.metadata["general.architecture"] = architecture_;
    content_.metadata["general.name"] = std::string("dummy");  // names mean something to others
    for (const std::string_view name : keys_of_others(architecture_))
      key(architecture_ + "." + std::string(name));
    add_dummy_vocabulary(content_, dummy_vocab_size(architecture_));
    add_twins();
    for (const GgufTensor& tensor : tensors_) {
      content_.data.push_back(make_data(tensor));
      content_.tensors.push_back(tensor);
    }
    return std::move(content_);
  }

 private:
  /// No routers where there are no experts.
  bool is_wanted(std::string_view name) const {
    return has_optional_tensor(architecture_, name) &&
           (experts_ || !contains(name, "ffn_gate_inp"));
  }

  void add_twins() {
    const std::deque<GgufTensor> own = tensors_;
    for (const GgufTensor& tensor : own) {
      if (const std::string twin = twin_of(architecture_, tensor.name); !twin.empty()) {
        tensors_.push_back(tensor);
        tensors_.back().name = twin;
      }
    }
  }

  static bool has_more_dims(const GgufTensor& tensor) {
    return std::any_of(tensor.shape.begin() + tensor.dims, tensor.shape.end(),
                       [](std::int64_t n) { return n != 1; });
  }

  std::string architecture_;
  bool experts_;
  GgufContent content_;
  std::deque<GgufTensor> tensors_;  // their addresses stay
  std::map<std::string, std::size_t> places_;
};

}  // namespace tools_dummy_model

std::optional<GgufContent> make_dummy(const std::string& architecture, DummyKind kind) {
  if (!has_models(architecture, kind == DummyKind::experts)) return std::nullopt;
  tools_dummy_model::Maker maker(architecture, kind);
  fill_draft(architecture, maker);
  if (maker.has_experts() != (kind == DummyKind::experts)) return std::nullopt;
  return maker.finish();
}

std::string dummy_name(const std::string& architecture, DummyKind kind) {
  return architecture + (kind == DummyKind::experts ? "-moe" : "-dense");
}

}  // namespace tern::tools

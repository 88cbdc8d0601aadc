#pragma once

#include <array>
#include <tuple>
#include <type_traits>
#include <vector>

#include "core/graph.h"
#include "tests/fuzz/support/decisions.h"

namespace tern {

/// A graph that grows by decisions of a fuzzer, and the tensors that the next op may take.
struct FuzzScene {
  explicit FuzzScene(std::span<const std::uint8_t> bytes) : decisions(bytes) {}

  Decisions decisions;
  Graph graph;
  std::vector<Tensor*> tensors;

  /// One of the tensors; there is always one.
  Tensor* any() { return tensors[tensors.size() - 1 - decisions.below(tensors.size())]; }
  Tensor* any_or_none() { return decisions.below(2) == 0 ? nullptr : any(); }
  void keep(Tensor* tensor) { tensors.push_back(tensor); }
};

/// One way to go on; throws GraphError where the op refuses what it got.
using FuzzStep = void (*)(FuzzScene& scene);

/// All of them, each op at least once; the first adds an input.
std::span<const FuzzStep> fuzz_steps();

/// How a value of a type is decided on; more in steps.cpp.
template <class Value>
struct FuzzDraw {
  static Value from(FuzzScene& scene) {
    if constexpr (std::is_same_v<Value, Tensor*>) {
      return scene.any();
    } else if constexpr (std::is_same_v<Value, bool>) {
      return scene.decisions.below(2) != 0;
    } else if constexpr (std::is_floating_point_v<Value>) {
      return static_cast<Value>(scene.decisions.number());
    } else {
      static_assert(std::is_integral_v<Value>);
      return static_cast<Value>(scene.decisions.integer());
    }
  }
};

template <class Value, std::size_t count>
struct FuzzDraw<std::array<Value, count>> {
  static std::array<Value, count> from(FuzzScene& scene) {
    std::array<Value, count> values;
    for (Value& value : values) value = FuzzDraw<Value>::from(scene);
    return values;
  }
};

/// Decides on all members of a struct, in order. The braces fix that order.
template <class Struct, class... Members>
Struct draw_struct(FuzzScene& scene, const std::tuple<Members Struct::*...>& members) {
  Struct drawn;
  std::apply([&](auto... member) { ((drawn.*member = FuzzDraw<Members>::from(scene)), ...); },
             members);
  return drawn;
}

/// Calls a builder with arguments that are decided on, and keeps what it gives.
template <class... Arguments>
void call_builder(FuzzScene& scene, Tensor* (*builder)(Graph&, Arguments...)) {
  std::tuple<std::remove_cvref_t<Arguments>...> drawn{
      FuzzDraw<std::remove_cvref_t<Arguments>>::from(scene)...};
  scene.keep(
      std::apply([&](auto&... arguments) { return builder(scene.graph, arguments...); }, drawn));
}

template <auto builder>
void step(FuzzScene& scene) {
  call_builder(scene, builder);
}

}  // namespace tern

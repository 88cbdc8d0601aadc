#pragma once

#include <deque>
#include <functional>
#include <string>

#include "tests/harness/params.h"
#include "tests/harness/scene.h"

namespace tern::harness {

/// Gives the tensor whose contents count; more by Scene::also.
using BuildCase = std::function<Tensor*(Scene&)>;

/// An op y of x, and what another op makes of the gradient of y: the gradient of x. `x` and
/// `gradient` are inputs.
struct Differentiated {
  Tensor* x;
  Tensor* y;
  Tensor* gradient;
  Tensor* result;
};
using BuildGradient = std::function<Differentiated(Scene&)>;

/// One op with given shapes, types and parameters.
struct Instance {
  std::string op;
  Params params;
  BuildCase build;
  /// Largest normalised mean squared error: sum of (x - reference)² over sum of reference².
  double limit = 1e-7;
  /// Only to be measured: too large to be tested.
  bool large = false;
  /// Floating point operations of one run, if they are to be counted.
  double flops = 0.0;
  /// (optional) For ops that differentiate others: builds both, so that `grad` can compare.
  BuildGradient differentiate;

  /// "op(name=value,…)"
  std::string name() const { return op + "(" + to_text(params) + ")"; }
};

/// All instances, filled by the files in cases/ through the generated registry.
class CaseTable {
 public:
  /// Gives the instance, so that the case can say more about it.
  Instance& add(std::string_view op, Params params, BuildCase build) {
    return instances_.emplace_back(
        Instance{std::string(op), std::move(params), std::move(build), 1e-7, false, 0.0, nullptr});
  }
  /// An instance that can also be compared with differences of what it is the gradient of.
  Instance& add_gradient(std::string_view op, Params params, const BuildGradient& build) {
    Instance& instance = add(op, std::move(params), [=](Scene& scene) {
      const Differentiated parts = build(scene);
      scene.also(parts.y);
      return parts.result;
    });
    instance.differentiate = build;
    return instance;
  }
  const std::deque<Instance>& instances() const { return instances_; }

 private:
  std::deque<Instance> instances_;
};

/// Generated from the file names in cases/.
void register_cases(CaseTable& table);

}  // namespace tern::harness

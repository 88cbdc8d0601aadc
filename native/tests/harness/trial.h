#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/allocator.h"
#include "core/backend.h"
#include "tests/harness/cases.h"

namespace tern::harness {

/// An instance that was built and has its contents drawn; can be computed on any backend.
///
/// Every tensor has memory of its own with guard bytes before and behind it. Results are filled
/// with NaN before they are computed.
class Trial {
 public:
  Trial(const BuildCase& build, std::uint64_t seed);

  bool supported_by(const Backend& backend) const;

  /// Computes; gives the memory afterwards.
  std::vector<std::byte> run(Backend& backend);

  /// The two halves of run; what lies between them can be measured.
  void prepare(Backend& backend);
  void compute(Backend& backend) { backend.compute(scene_.graph()); }
  /// Draws again what decides which work there is.
  void draw_choices(Backend& backend);

  /// What went wrong in memory that was not to be written; empty if nothing.
  std::string damage(const std::vector<std::byte>& memory) const;

  /// The elements of a tensor in order, as they are in `memory`.
  std::vector<double> values(const Tensor& tensor, const std::vector<std::byte>& memory) const;

  /// True if an op writes into its memory by name.
  bool is_written(const Tensor& tensor) const;

  const Graph& graph() const { return scene_.graph(); }
  const std::vector<Tensor*>& results() const { return results_; }
  /// Changes an element of an F32 input.
  void set(const Tensor& input, std::int64_t index, float value);
  /// The memory before the computation.
  const std::vector<std::byte>& before() const { return before_; }

 private:
  void draw(const Scene::Input& input);
  std::size_t place_of(const Tensor& tensor) const;

  Scene scene_;
  Random random_;
  std::vector<Tensor*> results_;
  MemoryPlan plan_;
  std::vector<std::byte> before_;
  std::unique_ptr<Buffer> buffer_;
};

}  // namespace tern::harness

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph.h"

namespace tern {

/// Consecutive nodes that a backend may compute at once. Each pattern is declared in one file of
/// core/fusions/; memory planning and kernels ask the same table, so they cannot disagree.
struct FusionPattern {
  std::string label;                  ///< "RMS_NORM+MUL"
  std::string_view family;            ///< patterns that one kernel computes
  std::vector<std::string_view> ops;  ///< names of the ops, in order
  /// Every node reads the one before it, has its shape and is read by no other.
  bool is_chain = true;
  /// What must hold beyond that; looks at shapes and layouts only.
  bool (*fits)(std::span<Tensor* const> nodes) = nullptr;
  /// (optional, no chain) What must hold of those that read the nodes.
  bool (*is_closed)(const Graph& graph, std::span<Tensor* const> nodes) = nullptr;
};

/// All patterns, in the order of their registration.
class FusionTable {
 public:
  void add(FusionPattern pattern) { patterns_.push_back(std::move(pattern)); }
  std::size_t size() const { return patterns_.size(); }
  const FusionPattern& operator[](std::size_t i) const { return patterns_[i]; }
  auto begin() const { return patterns_.begin(); }
  auto end() const { return patterns_.end(); }

 private:
  std::vector<FusionPattern> patterns_;
};

/// Made on first use.
const FusionTable& fusion_table();

/// Generated from the file names in core/fusions/.
void register_fusions(FusionTable& table);

/// Which patterns of the table are used.
using FusionSet = std::vector<bool>;
FusionSet all_fusions();
/// Those of some families.
FusionSet fusions_of(std::span<const std::string_view> families);

/// `structural` looks at the graph alone, before there is memory; `full` also refuses a group whose
/// result overlaps something that it reads.
enum class FusionCheck { structural, full };

/// Nodes that are computed at once: those of a pattern, or a single one (pattern: null).
struct FusedStep {
  const FusionPattern* pattern = nullptr;
  std::span<Tensor* const> nodes;

  Tensor& result() const { return *nodes.back(); }
};

/// Cuts the nodes of a graph into steps, the longest pattern that fits first. Views do not stand
/// between nodes.
std::vector<FusedStep> fuse(const Graph& graph, const FusionSet& set, FusionCheck check);
/// The same for consecutive nodes of a graph.
std::vector<FusedStep> fuse(const Graph& graph, std::span<Tensor* const> nodes,
                            const FusionSet& set, FusionCheck check);

}  // namespace tern

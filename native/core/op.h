#pragma once

#include <string_view>
#include <vector>

namespace tern {

/// Identity of an op. Each op is one `inline constexpr` object in core/ops/; its address and its
/// name are both unique.
struct OpInfo {
  std::string_view name;
  bool is_view = false;  ///< gives another view of its source; needs no kernel and no memory
};

/// Every op that a graph can hold, filled by the files in ops/ through the generated registry.
class OpTable {
 public:
  void add(const OpInfo& op) { ops_.push_back(&op); }
  auto begin() const { return ops_.begin(); }
  auto end() const { return ops_.end(); }

 private:
  std::vector<const OpInfo*> ops_;
};

/// All ops; made on first use.
const OpTable& op_table();

/// Generated from the file names in ops/.
void register_ops(OpTable& table);

}  // namespace tern

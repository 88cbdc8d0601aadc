// The chains of includes that reach a header, merged over units.
#pragma once

#include <string_view>
#include <vector>

#include "flat.hpp"
#include "pack.hpp"
#include "tables.hpp"

namespace buildprof {

// `parent` is an index, or -1 for a direct include.
struct Chain {
  StringId path = 0;
  std::int32_t parent = -1;
  std::uint32_t count = 0;
  std::int64_t inclusive = 0;
};

class Chains {
 public:
  explicit Chains(const Tables& tables) : tables_(tables) {}

  // Takes in the tree of a unit, without the files that are no headers.
  template <typename IsHeader>
  void add(const std::vector<Include>& nodes, IsHeader is_header) {
    place_.assign(nodes.size(), -1);
    // Parents come before their children, so one pass maps a unit's tree into the merged one.
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (is_header(nodes[i].path)) {
        place_[i] = merge(nodes[i]);
      }
    }
  }

  std::vector<Chain>& all() { return chains_.values(); }

  // The first `limit` of these chains, the most frequent first.
  void pack(Pack& out, std::vector<std::uint32_t> indices, std::size_t limit);

 private:
  std::int32_t merge(const Include& node);
  // The files of a chain, outermost first.
  std::vector<std::string_view> via(const Chain& chain);

  const Tables& tables_;
  Flat<Chain> chains_;
  std::vector<std::int32_t> place_;  // of the nodes of the unit that is added; -1 is none
};

}  // namespace buildprof

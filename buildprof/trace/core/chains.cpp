#include "chains.hpp"

#include "order.hpp"

namespace buildprof {

std::int32_t Chains::merge(const Include& node) {
  const std::int32_t parent = node.parent < 0 ? -1 : place_[static_cast<std::size_t>(node.parent)];
  const std::uint64_t key = (static_cast<std::uint64_t>(parent + 1) << 32U) | node.path;
  const std::uint32_t index = chains_.index(key);
  Chain& chain = chains_[index];
  chain.path = node.path;
  chain.parent = parent;
  chain.count += node.count;
  chain.inclusive += node.inclusive;
  return static_cast<std::int32_t>(index);
}

std::vector<std::string_view> Chains::via(const Chain& chain) {
  std::vector<std::string_view> names;
  for (std::int32_t at = chain.parent; at >= 0; at = chains_[static_cast<std::uint32_t>(at)].parent) {
    names.push_back(tables_.text(chains_[static_cast<std::uint32_t>(at)].path));
  }
  return {names.rbegin(), names.rend()};
}

void Chains::pack(Pack& out, std::vector<std::uint32_t> indices, std::size_t limit) {
  keep_first(indices, limit, [&](std::uint32_t a, std::uint32_t b) {
    const Chain& x = chains_[a];
    const Chain& y = chains_[b];
    if (x.count != y.count) {
      return x.count > y.count;
    }
    return x.inclusive != y.inclusive ? x.inclusive > y.inclusive : via(x) < via(y);
  });
  out.array(indices.size());
  for (const std::uint32_t index : indices) {
    const Chain& chain = chains_[index];
    out.map(3);
    out.field("count", chain.count);
    out.field("inclusive_us", chain.inclusive);
    out.text("via");
    const auto names = via(chain);
    out.array(names.size());
    for (const std::string_view name : names) {
      out.text(name);
    }
  }
}

}  // namespace buildprof

#include "merge.hpp"

#include "pack.hpp"

namespace buildprof {

std::string pack_table(Tables& tables, std::string_view name, const Wanted& wanted) {
  if (name == "headers") {
    return pack_headers(tables, wanted);
  }
  if (name == "functions") {
    return pack_functions(tables, wanted);
  }
  if (name == "function_sets") {
    return pack_function_sets(tables, wanted);
  }
  if (name == "includes") {
    return pack_includes(tables);
  }
  const auto family = name == "templates"       ? &Unit::templates
                      : name == "template_sets" && wanted.classic ? &Unit::classic_sets
                      : name == "template_sets" ? &Unit::sets
                      : name == "passes"        ? &Unit::passes
                                                : &Unit::totals_rows;
  return pack_rows(tables, family, wanted);
}

// Unit by unit, not merged.
std::string pack_includes(const Tables& tables) {
  Pack pack;
  pack.array(tables.chosen().size());
  for (const Chosen& one : tables.chosen()) {
    const auto& nodes = tables.unit(one).includes;
    pack.array(nodes.size());
    for (const Include& node : nodes) {
      pack.map(5);
      pack.field("path", tables.text(node.path));
      pack.field("parent", node.parent);
      pack.field("count", node.count);
      pack.field("inclusive_us", node.inclusive);
      pack.field("self_us", node.self);
    }
  }
  return pack.take();
}

}  // namespace buildprof

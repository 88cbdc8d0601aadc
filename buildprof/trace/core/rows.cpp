// Rows of one family over many units.
#include "merge.hpp"
#include "order.hpp"
#include "pack.hpp"

namespace buildprof {

namespace {

using Rows = std::vector<Row> Unit::*;

Flat<Row> sums_of(const Tables& tables, Rows family) {
  Flat<Row> sums;
  for (const Chosen& one : tables.chosen()) {
    for (const Row& row : tables.unit(one).*family) {
      sums.at(row.name).add(row);
    }
  }
  return sums;
}

// Longest first. Where all else is equal, classic sets come in the reverse order of their names.
void keep_longest(std::vector<Row>& rows, const Tables& tables, Rows family, const Wanted& wanted) {
  const bool inclusive = wanted.classic && family == &Unit::templates;
  const bool reverse = family == &Unit::classic_sets;
  const auto time = [&](const Row& row) { return inclusive ? row.inclusive : row.total; };
  keep_first(rows, wanted.limit, [&](const Row& a, const Row& b) {
    if (time(a) != time(b)) {
      return time(a) > time(b);
    }
    if (a.count != b.count) {
      return a.count > b.count;
    }
    return reverse ? tables.text(a.name) > tables.text(b.name) : tables.text(a.name) < tables.text(b.name);
  });
}

void pack_row(Pack& pack, const Tables& tables, const Row& row) {
  pack.map(5);
  pack.field("name", tables.text(row.name));
  pack.field("count", row.count);
  pack.field("total_us", row.total);
  pack.field("inclusive_us", row.inclusive);
  pack.field("self_us", row.self);
}

}  // namespace

std::string pack_rows(const Tables& tables, std::vector<Row> Unit::*family, const Wanted& wanted) {
  Flat<Row> sums = sums_of(tables, family);
  auto& rows = sums.values();
  keep_longest(rows, tables, family, wanted);
  Pack pack;
  pack.array(rows.size());
  for (const Row& row : rows) {
    pack_row(pack, tables, row);
  }
  return pack.take();
}

}  // namespace buildprof

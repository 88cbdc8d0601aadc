// Functions over many units, and the sets of those that are made of one template.
#include "merge.hpp"
#include "names.hpp"
#include "order.hpp"
#include "pack.hpp"

namespace buildprof {

namespace {

struct FunctionSum {
  StringId name = 0;
  StringId module = 0;
  std::uint32_t count = 0;
  std::int64_t codegen = 0;
  std::int64_t optimize = 0;
  std::int64_t inclusive = 0;

  [[nodiscard]] std::int64_t total() const { return codegen + optimize; }

  void add(const FunctionRow& row) {
    count += row.count;
    codegen += row.codegen;
    optimize += row.optimize;
    inclusive += row.inclusive;
  }
};

using FunctionSums = Flat<FunctionSum>;

void pack_sum(Pack& pack, const Tables& tables, const FunctionSum& sum) {
  pack.map(7);
  pack.field("name", tables.text(sum.name));
  pack.field("count", sum.count);
  pack.field("total_us", sum.total());
  pack.field("inclusive_us", sum.inclusive);
  pack.field("codegen_us", sum.codegen);
  pack.field("optimize_us", sum.optimize);
  pack.field("module", tables.text(sum.module));
}

// Longest first. Where all else is equal, classic sets come in the reverse order of their names.
std::string pack_sums(const Tables& tables, FunctionSums& sums, const Wanted& wanted, bool sets) {
  auto& all = sums.values();
  const bool reverse = wanted.classic && sets;
  const auto time = [&](const FunctionSum& one) { return wanted.classic ? one.codegen : one.total(); };
  keep_first(all, wanted.limit, [&](const FunctionSum& a, const FunctionSum& b) {
    if (time(a) != time(b)) {
      return time(a) > time(b);
    }
    if (sets && a.count != b.count) {
      return a.count > b.count;
    }
    return reverse ? tables.text(a.name) > tables.text(b.name) : tables.text(a.name) < tables.text(b.name);
  });
  Pack pack;
  pack.array(all.size());
  for (const FunctionSum& sum : all) {
    pack_sum(pack, tables, sum);
  }
  return pack.take();
}

FunctionSum& sum_of(FunctionSums& sums, StringId name, StringId module) {
  FunctionSum& sum = sums.at((static_cast<std::uint64_t>(module) << 32U) | name);
  sum.name = name;
  sum.module = module;
  return sum;
}

// By readable name.
FunctionSums function_sums(Tables& tables) {
  FunctionSums sums;
  for (const Chosen& one : tables.chosen()) {
    for (const FunctionRow& row : tables.unit(one).functions) {
      sum_of(sums, tables.readable(row.name), kNoString).add(row);
    }
  }
  return sums;
}

// Code generation by readable name and source; what is outside of a module is under the trace.
FunctionSums classic_sums(Tables& tables) {
  FunctionSums sums;
  for (const Chosen& one : tables.chosen()) {
    const Unit& unit = tables.unit(one);
    const StringId path = tables.strings().id(one.path);
    const StringId module = unit.module == kNoString ? path : unit.module;
    for (const FunctionRow& row : unit.functions) {
      const StringId name = tables.readable(row.name);
      if (row.codegen > row.outside) {
        sum_of(sums, name, module).codegen += row.codegen - row.outside;
      }
      if (row.outside > 0) {
        sum_of(sums, name, path).codegen += row.outside;
      }
    }
  }
  return sums;
}

}  // namespace

std::string pack_functions(Tables& tables, const Wanted& wanted) {
  FunctionSums sums = wanted.classic ? classic_sums(tables) : function_sums(tables);
  return pack_sums(tables, sums, wanted, false);
}

std::string pack_function_sets(Tables& tables, const Wanted& wanted) {
  FunctionSums functions = wanted.classic ? classic_sums(tables) : function_sums(tables);
  FunctionSums sets;
  for (FunctionSum& function : functions.values()) {
    const std::string_view name = tables.text(function.name);
    if (name.find('<') == std::string_view::npos) {
      continue;
    }
    const bool whole = wanted.classic && is_left_alone(name);
    const StringId set = whole ? function.name : tables.strings().id(collapse(name));
    FunctionSum& sum = sets.at(set);
    sum.name = set;
    sum.count += wanted.classic ? 1 : function.count;
    sum.codegen += function.codegen;
    sum.optimize += function.optimize;
    sum.inclusive += function.inclusive;
  }
  return pack_sums(tables, sets, wanted, true);
}

}  // namespace buildprof

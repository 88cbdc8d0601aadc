// Tables over many units. Each answer is MessagePack.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tables.hpp"

namespace buildprof {

// The table of a name that _core.pyi lists.
std::string pack_table(Tables& tables, std::string_view name, const Wanted& wanted);

std::string pack_rows(const Tables& tables, std::vector<Row> Unit::*family, const Wanted& wanted);
std::string pack_functions(Tables& tables, const Wanted& wanted);
std::string pack_function_sets(Tables& tables, const Wanted& wanted);
std::string pack_headers(const Tables& tables, const Wanted& wanted);
std::string pack_includes(const Tables& tables);

}  // namespace buildprof

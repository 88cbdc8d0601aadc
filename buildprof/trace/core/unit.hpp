// The record of one compiler or linker process: its times and the rows that tables are made of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "interner.hpp"
#include "producer.hpp"

namespace buildprof {

using Time = std::optional<std::int64_t>;

// `total` counts a span only where it is in no span of the same name, `inclusive` always; `self`
// leaves out nested spans of the same family.
struct Row {
  StringId name = 0;
  std::uint32_t count = 0;
  std::int64_t inclusive = 0;
  std::int64_t total = 0;
  std::int64_t self = 0;

  // Takes in a row of the same name.
  void add(const Row& other) {
    name = other.name;
    count += other.count;
    inclusive += other.inclusive;
    total += other.total;
    self += other.self;
  }
};

struct FunctionRow {
  StringId name = 0;
  std::uint32_t count = 0;
  std::int64_t codegen = 0;
  std::int64_t optimize = 0;
  std::int64_t outside = 0;  // code generation that is not below a module
  std::int64_t inclusive = 0;
};

// A file as reached by one chain of includes; `parent` is an index, or -1 for the main file.
struct Include {
  StringId path = 0;
  std::int32_t parent = -1;
  std::uint32_t count = 0;
  std::int64_t inclusive = 0;
  std::int64_t self = 0;
};

struct Unit {
  const Producer* producer = nullptr;
  StringId process = 0;
  StringId module = 0;  // the source as the compiler was told
  Time total, frontend, backend, began;
  bool reads_pch = false, writes_ast = false, optimizer = false, codegen = false, totals = false;
  std::int64_t instantiation = 0;  // time in which anything was instantiated
  std::uint32_t events = 0;
  std::int64_t shortest = -1;      // the shortest span that was written
  std::int64_t left_out = 0;       // spans of up to this length were not written
  std::vector<StringId> members;   // sources that the main file includes
  std::vector<StringId> unknown;   // names of phases whose duration is missing
  std::vector<Row> headers, templates, sets, classic_sets, passes, totals_rows;
  std::vector<FunctionRow> functions;
  std::vector<Include> includes;
};

// A file that was read: what it holds, or what is wrong with it.
struct TraceFile {
  enum class Status : std::uint8_t { kTrace, kIgnored, kUnreadable };

  std::string path;
  Status status = Status::kIgnored;
  std::string message;
  std::vector<std::string> warnings;
  std::int64_t bytes = -1;
  std::int64_t modified_ns = 0;
  std::vector<Unit> units;
};

Unit build_unit(const Document& document, const Process& process, const Producer& producer,
                Interner& strings);

}  // namespace buildprof

#include "record.hpp"

#include "archive.hpp"

namespace buildprof {

namespace {

template <typename Archive, typename Value, typename Visit>
void list(Archive& archive, std::vector<Value>& values, Visit visit) {
  auto size = static_cast<std::uint32_t>(values.size());
  archive.plain(size);
  if constexpr (Archive::kReads) {
    archive.check(size <= archive.left());
    values.resize(size);
  }
  for (Value& value : values) {
    visit(value);
  }
}

template <typename Archive>
void visit_rows(Archive& archive, std::vector<Row>& rows) {
  list(archive, rows, [&](Row& row) {
    archive.id(row.name);
    archive.plain(row.count);
    archive.plain(row.inclusive);
    archive.plain(row.total);
    archive.plain(row.self);
  });
}

template <typename Archive>
void visit_functions(Archive& archive, std::vector<FunctionRow>& rows) {
  list(archive, rows, [&](FunctionRow& row) {
    archive.id(row.name);
    archive.plain(row.count);
    archive.plain(row.codegen);
    archive.plain(row.optimize);
    archive.plain(row.outside);
    archive.plain(row.inclusive);
  });
}

template <typename Archive>
void visit_includes(Archive& archive, std::vector<Include>& nodes) {
  list(archive, nodes, [&](Include& node) {
    archive.id(node.path);
    archive.plain(node.parent);
    archive.plain(node.count);
    archive.plain(node.inclusive);
    archive.plain(node.self);
  });
  for (std::size_t i = 0; Archive::kReads && i < nodes.size(); ++i) {
    if (nodes[i].parent < -1 || nodes[i].parent >= static_cast<std::int32_t>(i)) {
      throw Malformed{"is no tree", i};
    }
  }
}

template <typename Archive>
void visit_time(Archive& archive, Time& time) {
  bool known = time.has_value();
  std::int64_t value = time.value_or(0);
  archive.plain(known);
  archive.plain(value);
  time = known ? Time(value) : std::nullopt;
}

template <typename Archive>
void visit_producer(Archive& archive, Unit& unit) {
  std::string name(unit.producer != nullptr ? unit.producer->name : "");
  archive.text(name);
  unit.producer = find_producer(name);
  if (unit.producer == nullptr) {
    throw Malformed{"is of an unknown producer", 0};
  }
}

template <typename Archive>
void visit_unit(Archive& archive, Unit& unit) {
  visit_producer(archive, unit);
  archive.id(unit.process);
  archive.id(unit.module);
  for (Time* time : {&unit.total, &unit.frontend, &unit.backend, &unit.began}) {
    visit_time(archive, *time);
  }
  for (bool* flag : {&unit.reads_pch, &unit.writes_ast, &unit.optimizer, &unit.codegen, &unit.totals}) {
    archive.plain(*flag);
  }
  archive.plain(unit.instantiation);
  archive.plain(unit.events);
  archive.plain(unit.shortest);
  archive.plain(unit.left_out);
  for (auto* ids : {&unit.members, &unit.unknown}) {
    list(archive, *ids, [&](StringId& id) { archive.id(id); });
  }
  for (auto* rows : {&unit.headers, &unit.templates, &unit.sets, &unit.classic_sets, &unit.passes,
                     &unit.totals_rows}) {
    visit_rows(archive, *rows);
  }
  visit_functions(archive, unit.functions);
  visit_includes(archive, unit.includes);
}

template <typename Archive>
void visit_file(Archive& archive, TraceFile& file) {
  archive.plain(file.status);
  archive.text(file.message);
  list(archive, file.warnings, [&](std::string& warning) { archive.text(warning); });
  list(archive, file.units, [&](Unit& unit) { visit_unit(archive, unit); });
}

}  // namespace

std::string write_record(TraceFile& file, const Interner& strings) {
  ArchiveWriter archive(strings);
  visit_file(archive, file);
  return archive.take();
}

void read_record(std::string_view bytes, TraceFile& file, Interner& strings) {
  ArchiveReader archive(bytes, strings);
  visit_file(archive, file);
}

}  // namespace buildprof

#include "cache.hpp"

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "archive.hpp"
#include "file.hpp"

namespace buildprof {

namespace {

constexpr const char* kEnding = ".unit";
constexpr std::size_t kSmallest = std::size_t{32} * 1024;  // below this reading is as quick

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

std::string hexadecimal(std::uint64_t value) {
  std::array<char, 17> text{};
  std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(value));
  return text.data();
}

// The version of the reader, and a check of what was kept.
std::string seal(std::string_view payload) {
  return BUILDPROF_SOURCES + hexadecimal(hash_bytes(payload));
}

}  // namespace

std::string Cache::key(std::string_view content) const {
  if (folder_.empty() || content.size() < kSmallest) {
    return {};
  }
  // 128 bits, so that no two traces are taken for one.
  const WideHash hash = hash_wide(content);
  return hexadecimal(hash.first) + hexadecimal(hash.second);
}

bool Cache::load(const std::string& key, TraceFile& file, Interner& strings) const {
  TraceFile record;
  Bytes bytes;
  if (!bytes.load(folder_ + "/" + key + kEnding, record)) {
    return false;
  }
  const std::string_view all = bytes.view();
  const std::size_t sealed = seal("").size();
  if (all.size() < sealed || all.substr(0, sealed) != seal(all.substr(sealed))) {
    return false;
  }
  TraceFile kept;
  try {
    ArchiveReader archive(all.substr(sealed), strings);
    visit_file(archive, kept);
  } catch (const Malformed&) {
    return false;
  }
  kept.path = file.path;
  kept.bytes = file.bytes;
  kept.modified_ns = file.modified_ns;
  file = std::move(kept);
  return true;
}

void Cache::store(const std::string& key, TraceFile& file, const Interner& strings) const {
  Writer archive(strings);
  visit_file(archive, file);
  const std::string payload = archive.take();
  const std::string path = folder_ + "/" + key + kEnding;
  const std::string aside = path + ".part" + hexadecimal(reinterpret_cast<std::uintptr_t>(&file));
  std::error_code ignored;
  {
    std::ofstream out(aside, std::ios::binary | std::ios::trunc);
    out << seal(payload);
    out.write(payload.data(), static_cast<std::streamsize>(payload.size()));
    if (!out.flush()) {
      out.close();
      std::filesystem::remove(aside, ignored);
      return;
    }
  }
  std::filesystem::rename(aside, path, ignored);
}

}  // namespace buildprof

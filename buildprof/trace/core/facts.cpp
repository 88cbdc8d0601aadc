// What is known of each file and of the units in it.
#include "facts.hpp"

#include "pack.hpp"

namespace buildprof {

namespace {

void pack_strings(Pack& pack, const std::vector<StringId>& ids, const Interner& strings) {
  pack.array(ids.size());
  for (const StringId id : ids) {
    pack.text(strings.text(id));
  }
}

void pack_unit(Pack& pack, const Unit& unit, const Interner& strings) {
  constexpr const char* kWork[] = {"compile", "device", "link"};
  pack.array(19);
  pack.text(unit.producer->name);
  pack.text(kWork[static_cast<std::size_t>(unit.producer->work)]);
  pack.text(strings.text(unit.process));
  pack.text(strings.text(unit.module));
  pack.time(unit.total);
  pack.time(unit.frontend);
  pack.time(unit.backend);
  pack.time(unit.began);
  pack.flag(unit.reads_pch);
  pack.flag(unit.writes_ast);
  pack.flag(unit.optimizer);
  pack.flag(unit.codegen);
  pack.flag(unit.totals);
  pack.number(unit.instantiation);
  pack.number(unit.events);
  pack.number(unit.shortest);
  pack.number(unit.left_out);
  pack_strings(pack, unit.members, strings);
  pack_strings(pack, unit.unknown, strings);
}

void pack_file(Pack& pack, const TraceFile& file, const Interner& strings) {
  pack.array(6);
  pack.number(static_cast<std::int64_t>(file.status));
  pack.text(file.message);
  pack.number(file.bytes);
  pack.number(file.modified_ns);
  pack.array(file.warnings.size());
  for (const std::string& warning : file.warnings) {
    pack.text(warning);
  }
  pack.array(file.units.size());
  for (const Unit& unit : file.units) {
    pack_unit(pack, unit, strings);
  }
}

}  // namespace

std::string pack_files(Session& session) {
  Pack pack;
  pack.array(session.files().size());
  for (const TraceFile& file : session.files()) {
    pack_file(pack, file, session.strings());
  }
  return pack.take();
}

}  // namespace buildprof

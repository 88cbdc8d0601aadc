#include "tests/harness/support.h"

#include <cstdio>
#include <fstream>

#include "core/text.h"
#include "tests/harness/request.h"
#include "tests/harness/trial.h"

namespace tern::harness {
namespace mode_support {

void count(const Graph& graph, const Backend& backend, const std::string& name,
           SupportTable& table) {
  for (const Tensor* node : graph.nodes()) {
    Support& cell = table[std::string(node->op->name)][name];
    ++cell.all;
    if (backend.supports(*node)) ++cell.supported;
  }
}

SupportTable make_table(const Request& request, const CaseTable& cases) {
  SupportTable table;
  for (const OpInfo* op : op_table()) {
    if (!op->is_view) table[std::string(op->name)];
  }
  std::map<std::string, std::unique_ptr<Backend>> backends;
  for (const std::string& name : backend_table().names()) backends[name] = make_backend(name, 1);
  for (const Instance* instance : chosen(cases, request)) {
    Scene scene;
    instance->build(scene);
    for (const auto& [name, backend] : backends) count(scene.graph(), *backend, name, table);
  }
  return table;
}

int run(const Request& request, const CaseTable& cases) {
  if (request.format != "csv" && request.format != "markdown") {
    throw UsageError(concat("--format: expected csv or markdown, got '", request.format, "'"));
  }
  const SupportTable table = make_table(request, cases);
  const std::string text = request.format == "csv" ? support_csv(table) : support_document(table);
  if (request.out.empty()) {
    std::fputs(text.c_str(), stdout);
    return 0;
  }
  std::ofstream file(request.out, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw UsageError(concat("--out: cannot write ", request.out));
  return 0;
}

}  // namespace mode_support

void register_mode_support(ModeTable& table) {
  table.add("support", "which backend has which op, as a table", mode_support::run);
}

}  // namespace tern::harness

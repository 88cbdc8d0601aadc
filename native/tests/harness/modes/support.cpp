#include <cstdio>
#include <fstream>
#include <map>

#include "core/text.h"
#include "tests/harness/request.h"
#include "tests/harness/trial.h"

namespace tern::harness {
namespace mode_support {

struct Cell {
  int supported = 0;
  int all = 0;
};

/// By op, then by backend; every op has a row, also without instances.
using Table = std::map<std::string, std::map<std::string, Cell>>;

void count(const Graph& graph, const Backend& backend, const std::string& name, Table& table) {
  for (const Tensor* node : graph.nodes()) {
    Cell& cell = table[std::string(node->op->name)][name];
    ++cell.all;
    if (backend.supports(*node)) ++cell.supported;
  }
}

Table make_table(const Request& request, const CaseTable& cases) {
  Table table;
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

std::string word(const std::map<std::string, Cell>& row, const std::string& name) {
  const auto it = row.find(name);
  if (it == row.end()) return "no case";
  const Cell& cell = it->second;
  if (cell.supported == cell.all) return "yes";
  return cell.supported == 0 ? "no" : "partly";
}

/// APIs whose kernels are those that device host runs, and how their devices are called. Where the
/// host runtime stands for such a device, what is said of the API is only that it was compiled.
struct Api {
  const char* backend;
  const char* name;
};
constexpr Api portable_apis[] = {{"cuda", "CUDA"}, {"hip", "HIP"}, {"metal", "Metal"}};

std::vector<std::string> compiled_only() {
  std::vector<std::string> names;
  const std::string compiled = concat(",", TERN_COMPILED_BACKENDS, ",");
  for (const Api& api : portable_apis) {
    if (compiled.find(concat(",", api.backend, ",")) != std::string::npos)
      names.emplace_back(api.name);
  }
  return names;
}

std::string compiled_word(const std::string& of_host) {
  if (of_host == "yes") return "compiled";
  return of_host == "partly" ? "compiled, partly" : of_host;
}

std::string row_text(const std::vector<std::string>& cells, bool markdown) {
  std::string text = markdown ? "|" : "";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    text += markdown ? concat(" ", cells[i], " |") : concat(i == 0 ? "" : ",", cells[i]);
  }
  return text + "\n";
}

constexpr const char* heading =
    "# Ops of native/\n\n"
    "Which backend computes which op, tried on the cases of `native/tests/harness/cases/`: all of "
    "them (yes), some (partly) or none (no). Devices host, MTL0 and CUDA0 run the portable kernels "
    "on the CPU; for CUDA, HIP and Metal the same kernels are compiled, but have not been run "
    "(compiled). Written by:\n\n"
    "    tern-test-ops support --format markdown --out docs/ops.md\n\n";

std::string render(const Table& table, bool markdown) {
  const auto names = backend_table().names();
  const auto compiled = compiled_only();
  std::vector<std::string> heads{"op"};
  heads.insert(heads.end(), names.begin(), names.end());
  heads.insert(heads.end(), compiled.begin(), compiled.end());
  std::string text = markdown ? heading : "";
  text += row_text(heads, markdown);
  if (markdown) text += row_text(std::vector<std::string>(heads.size(), "---"), markdown);
  for (const auto& [op, row] : table) {
    std::vector<std::string> cells{markdown ? concat("`", op, "`") : op};
    for (const std::string& name : names) cells.push_back(word(row, name));
    cells.resize(heads.size(), compiled_word(word(row, "host")));
    text += row_text(cells, markdown);
  }
  return text;
}

int run(const Request& request, const CaseTable& cases) {
  if (request.format != "csv" && request.format != "markdown") {
    throw UsageError(concat("--format: expected csv or markdown, got '", request.format, "'"));
  }
  const std::string text = render(make_table(request, cases), request.format == "markdown");
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

#include <algorithm>
#include <vector>

#include "core/backend.h"
#include "core/text.h"
#include "tests/harness/support.h"

namespace tern::harness {
namespace harness_support_document {

/// A backend. Without its device, what device `instead` computes is only known to compile.
struct Column {
  const char* head;
  const char* backend;  ///< its folder
  const char* device;
  const char* instead = nullptr;
};
constexpr Column all_columns[] = {{"CPU", "cpu", "cpu"},           {"CUDA", "cuda", "CUDA0"},
                                  {"HIP", "hip", "ROCm0", "host"}, {"Metal", "metal", "MTL0"},
                                  {"OpenCL", "opencl", "opencl"},  {"Vulkan", "vulkan", "vulkan"}};

constexpr const char* heading =
    "# Ops of native/\n\n"
    "Which backend computes which op, tried on the nodes of the cases in "
    "`native/tests/harness/cases/`:\n\n"
    "- executed: all of them, on a device of a machine without a GPU (partly: some of them)\n"
    "- compiled: the kernels are compiled, but there is no device that runs them\n"
    "- no: on this backend, graphs leave the op to the CPU\n\n"
    "The devices that execute, and `tern-test-ops test --backend DEVICE` holds against the CPU:\n\n"
    "- CUDA and Metal: `CUDA0` and `MTL0` of the host runtime, the portable kernels as C++ with "
    "threads as fibers, chosen as for such a card. The same kernels are compiled by clang and nvcc "
    "for CUDA, and read by clang with Metal's words.\n"
    "- HIP: none; the portable kernels are compiled for its cards by clang.\n"
    "- OpenCL: `opencl`, the same kernels compiled by a driver for the processor (PoCL).\n"
    "- Vulkan: `vulkan`, kernels in GLSL on a driver for the processor (lavapipe).\n\n"
    "Written by a build with all backends (`TERN_CUDA`, `TERN_HIP`, `TERN_OPENCL`, "
    "`TERN_VULKAN`):\n\n"
    "    tern-test-ops support --format markdown --out docs/ops.md\n";

bool has_device(const std::string& name) {
  const auto names = backend_table().names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_compiled(const Column& column) {
  const std::string compiled = concat(",", TERN_COMPILED_BACKENDS, ",");
  return compiled.find(concat(",", column.backend, ",")) != std::string::npos;
}

bool is_executed(const Column& column) { return has_device(column.device); }

/// Those of which this build can say something.
std::vector<Column> columns() {
  std::vector<Column> found;
  for (const Column& column : all_columns) {
    const bool compiled =
        column.instead != nullptr && is_compiled(column) && has_device(column.instead);
    if (is_executed(column) || compiled) found.push_back(column);
  }
  return found;
}

using Row = SupportTable::value_type;

Support support(const Row& row, const Column& column) {
  const auto it = row.second.find(is_executed(column) ? column.device : column.instead);
  return it == row.second.end() ? Support{} : it->second;
}

const char* word(const Column& column) { return is_executed(column) ? "executed" : "compiled"; }

std::string cell(const Row& row, const Column& column) {
  const Support found = support(row, column);
  if (found.all == 0) return "no case";
  if (found.supported == 0) return "no";
  return concat(found.supported == found.all ? "" : "partly ", word(column));
}

/// Ops that nothing but training needs.
bool is_for_training(const std::string& op) {
  return op.ends_with("_back") || op.starts_with("opt_step_") || op.starts_with("cross_entropy_");
}

/// How many ops a backend has in all cases, and how many in some.
std::string share(const SupportTable& table, const Column& column) {
  const auto count = [&](auto meets) {
    return std::count_if(table.begin(), table.end(),
                         [&](const Row& row) { return meets(support(row, column)); });
  };
  const auto whole = count([](Support s) { return s.all > 0 && s.supported == s.all; });
  const auto partly = count([](Support s) { return s.supported > 0 && s.supported < s.all; });
  return concat("**", whole, " ", word(column), "**",
                partly == 0 ? "" : concat(", ", partly, " partly"));
}

std::string line(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += concat(" ", cell, " |");
  return text + "\n";
}

std::string section(const SupportTable& table, const char* title) {
  std::vector<std::string> heads{"op"};
  std::vector<std::string> shares{concat("**", table.size(), " ops**")};
  for (const Column& column : columns()) {
    heads.emplace_back(column.head);
    shares.push_back(share(table, column));
  }
  std::string text = concat("\n## ", title, "\n\n", line(heads),
                            line(std::vector<std::string>(heads.size(), "---")), line(shares));
  for (const Row& row : table) {
    std::vector<std::string> cells{concat("`", row.first, "`")};
    for (const Column& column : columns()) cells.push_back(cell(row, column));
    text += line(cells);
  }
  return text;
}

}  // namespace harness_support_document

std::string support_document(const SupportTable& table) {
  using namespace harness_support_document;
  SupportTable inference;
  SupportTable training;
  for (const Row& row : table) (is_for_training(row.first) ? training : inference).insert(row);
  return concat(heading, section(inference, "Inference"), section(training, "Training"));
}

}  // namespace tern::harness

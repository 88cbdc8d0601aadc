#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>

#include "core/backend.h"
#include "core/text.h"
#include "tern/error.h"
#include "tools/common/arguments.h"
#include "tools/test-fusion/report.h"

namespace tern::tools {
namespace tool_fusion {

std::vector<std::string> models(const Arguments& arguments) {
  if (arguments.has("--models") == arguments.has("--model"))
    throw UsageError("expected either --models DIR or --model FILE");
  if (arguments.has("--model")) return {arguments.text("--model", "")};
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(arguments.text("--models", ""))) {
    if (entry.path().extension() == ".gguf") found.push_back(entry.path().string());
  }
  std::sort(found.begin(), found.end());
  if (found.empty()) throw UsageError("--models: expected .gguf files, got none");
  return found;
}

/// "MTL" of "MTL0": baselines are those of all devices of a kind.
std::string base_name(std::string device) {
  while (!device.empty() && device.back() >= '0' && device.back() <= '9') device.pop_back();
  return device;
}

/// The rows of one model; none if this build cannot load it.
std::vector<FusionRow> measure(const std::string& path, const std::string& device,
                               bool counts_only) {
  std::shared_ptr<const Model> model;
  try {
    model = Model::load(path);
  } catch (const ModelError& error) {
    std::printf("skipped: %s\n", error.what());
    return {};
  }
  std::vector<FusionMeasurement> measurements;
  for (const FusionMode& mode : fusion_modes())
    measurements.push_back(counts_only ? count_fusions(model, device, mode)
                                       : measure_fusion(model, device, mode));
  return fusion_rows(model->architecture_name(), measurements);
}

void expect_device(const std::string& device) {
  if (device.empty()) throw UsageError("expected --device NAME");
  const auto names = backend_table().names();
  if (std::find(names.begin(), names.end(), device) == names.end())
    throw NoDevice(concat("no device ", device));
}

/// A baseline is that of many models; of one, only its own rows can be there, each once.
FusionBaseline rows_of_one(const std::vector<FusionRow>& rows, const FusionBaseline& baseline) {
  std::set<FusionBaseline::value_type> own;
  for (const auto& entry : baseline) {
    const auto is_own = [&](const FusionRow& row) {
      return entry.first.starts_with(row.architecture + ",");
    };
    if (std::any_of(rows.begin(), rows.end(), is_own)) own.insert(entry);
  }
  return {own.begin(), own.end()};
}

void run(const Arguments& arguments) {
  const std::string device = arguments.text("--device", "");
  expect_device(device);
  if (arguments.has("--record") && arguments.has("--check"))
    throw UsageError("expected --record or --check, got both");
  FusionBaseline baseline;
  if (arguments.has("--check")) baseline = read_fusion_baseline(arguments.text("--check", ""));
  std::vector<FusionRow> rows;
  for (const std::string& path : models(arguments)) {
    const auto found = measure(path, device, arguments.has("--counts"));
    rows.insert(rows.end(), found.begin(), found.end());
  }
  if (arguments.has("--model")) baseline = rows_of_one(rows, baseline);
  const int wrong = arguments.has("--check") ? check_fusions(rows, baseline) : report_fusions(rows);
  if (arguments.has("--record"))
    write_fusion_baseline(arguments.text("--record", ""), base_name(device), rows);
  if (wrong != 0) throw Error(concat(wrong, " rows are wrong"));
}

}  // namespace tool_fusion
}  // namespace tern::tools

int main(int argc, char** argv) {
  using namespace tern::tools;
  const std::vector<Option> options{
      {"--models", "DIR", "all models (*.gguf) of a folder"},
      {"--model", "FILE", "one model"},
      {"--device", "NAME", "where to run them; exit code 77 if there is no such device"},
      {"--counts", "", "count only, and compare no logits: much faster"},
      {"--record", "CSV", "write how often each fusion is made"},
      {"--check", "CSV", "compare with what was recorded"},
  };
  return run_program(argc, argv, "tern-test-fusion",
                     "Runs models with and without fusion, and compares counts and logits.",
                     options, tool_fusion::run, "");
}

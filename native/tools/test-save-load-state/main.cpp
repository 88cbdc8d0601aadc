#include <algorithm>
#include <filesystem>

#include "tern/tern.h"
#include "tools/common/arguments.h"
#include "tools/common/checks.h"
#include "tools/test-save-load-state/scenario.h"

namespace tern::tools {
namespace tool_test_save_load_state {

std::vector<std::filesystem::path> find_models(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".gguf") found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

void check_model(Checks& checks, const std::filesystem::path& path, const std::string& backend) {
  const std::string name = path.stem().string();
  try {
    const Scenario scenario(Model::load(path), backend);
    for (const Scenario::Step& step : Scenario::steps())
      checks.run(name + " " + step.name, [&] { return (scenario.*step.body)(); });
  } catch (const std::exception& error) {
    checks.run(name, [&] { return std::string(error.what()); });
  }
}

void run(const Arguments& arguments) {
  Checks checks;
  for (const auto& path : find_models(arguments.model()))
    check_model(checks, path, arguments.text("--backend", "cpu"));
  checks.finish();
}

}  // namespace tool_test_save_load_state
}  // namespace tern::tools

int main(int argc, char** argv) {
  using namespace tern::tools;
  return run_program(
      argc, argv, "tern-test-save-load-state",
      "Saves, restores, removes and copies sequences of all models of a folder, and compares how "
      "they go on.",
      {{"--backend", "NAME", "computes with (default cpu)"}}, tool_test_save_load_state::run,
      "FOLDER");
}

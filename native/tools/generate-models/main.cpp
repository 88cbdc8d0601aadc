#include <cstdio>
#include <filesystem>

#include "tern/tern.h"
#include "tools/common/arguments.h"
#include "tools/common/dummy_set.h"
#include "tools/common/npy.h"

namespace tern::tools {
namespace tool_generate_models {

void write(const std::filesystem::path& folder, const std::string& architecture,
           const DummySet::Made& made) {
  const std::string bytes = gguf_bytes(made.content);
  const std::string name = dummy_name(architecture, made.kind) + ".gguf";
  write_bytes((folder / name).string(), std::as_bytes(std::span(bytes)));
  // What cannot be read again would fail later, and elsewhere.
  Model::load(folder / name);
  std::printf("%s: %zu tensors, %zu bytes\n", name.c_str(), made.content.tensors.size(),
              bytes.size());
}

std::vector<std::string> wanted(const Arguments& arguments) {
  if (arguments.has("--arch")) return {arguments.text("--arch", "")};
  return Model::known_architectures();
}

void run(const Arguments& arguments) {
  const std::filesystem::path folder = arguments.model();
  std::filesystem::create_directories(folder);
  std::string lacking;
  for (const std::string& architecture : wanted(arguments)) {
    const DummySet set = make_dummies(architecture);
    for (const DummySet::Made& made : set.made) write(folder, architecture, made);
    for (const std::string& reason : set.refused) std::printf("none: %s\n", reason.c_str());
    if (set.made.empty()) lacking += (lacking.empty() ? "" : ", ") + architecture;
  }
  if (!lacking.empty()) throw ModelError("no model was made of: " + lacking);
}

}  // namespace tool_generate_models
}  // namespace tern::tools

int main(int argc, char** argv) {
  using namespace tern::tools;
  return run_program(argc, argv, "tern-generate-models",
                     "Writes a small model of each architecture, dense and with experts.",
                     {{"--arch", "NAME", "of this architecture only"}}, tool_generate_models::run,
                     "FOLDER");
}

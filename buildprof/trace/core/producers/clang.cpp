// clang -ftime-trace, versions 9 to 23: one compiler process is one trace.
#include <array>
#include <utility>

#include "../producer.hpp"

namespace buildprof {

namespace {

bool wrote(const Signs& signs) {
  return signs.event("ExecuteCompiler") || signs.total("ExecuteCompiler") ||
         signs.total("Frontend") || signs.total("Backend") ||
         (signs.process_name().starts_with("clang") &&
          (signs.event("Frontend") || signs.event("Backend")));
}

constexpr std::array<std::pair<std::string_view, Role>, 14> kRoles{{
    {"ExecuteCompiler", Role::kRoot},
    {"Frontend", Role::kFrontend},
    {"Backend", Role::kBackend},
    {"Source", Role::kSource},
    {"InstantiateClass", Role::kInstantiate},
    {"InstantiateFunction", Role::kInstantiate},
    {"OptFunction", Role::kFunction},
    {"OptModule", Role::kModule},
    {"RunPass", Role::kNamedPass},
    {"RunLoopPass", Role::kNamedPass},
    {"WriteAST", Role::kWriteAst},
    {"ReadAST", Role::kReadAst},
    {"Optimizer", Role::kOptimizer},
    {"CodeGenPasses", Role::kCodegen},
}};

// Names of the new pass manager are class names, spelled differently from version to version.
Role pass_role(std::string_view name) {
  if (name.starts_with("PassManager<Function") || name.starts_with("PassManager<llvm::Function")) {
    return Role::kOptimizeFunction;
  }
  const bool pass = name.ends_with("Pass") || name.ends_with("Adaptor") ||
                    name.ends_with("Analysis") || name.starts_with("PassManager<") ||
                    name.find("AnalysisManagerProxy<") != std::string_view::npos;
  return pass ? Role::kPass : Role::kOther;
}

Role role(std::string_view name) {
  for (const auto& [known, role] : kRoles) {
    if (name == known) {
      return role;
    }
  }
  return pass_role(name);
}

constexpr Producer kClang{"clang", Work::kCompile, wrote, role};
const Registered registered{kClang};

}  // namespace

}  // namespace buildprof

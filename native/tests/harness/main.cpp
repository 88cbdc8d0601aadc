#include <algorithm>
#include <cstdio>
#include <exception>

#include "tests/harness/request.h"

namespace tern::harness {
namespace harness_main {

int list(const Request& request, const CaseTable& cases) {
  const auto instances = chosen(cases, request);
  for (const Instance* instance : instances) std::puts(instance->name().c_str());
  return instances.empty() ? failed : 0;
}

int run(const Request& request) {
  ModeTable table;
  register_modes(table);
  const auto& modes = table.modes();
  const auto mode = std::find_if(modes.begin(), modes.end(),
                                 [&](const auto& one) { return one.name == request.mode; });
  if (mode == modes.end()) throw UsageError("no mode '" + request.mode + "'");
  CaseTable cases;
  register_cases(cases);
  return request.list ? list(request, cases) : mode->run(request, cases);
}

int complain(const std::exception& error, int code) {
  std::fflush(stdout);  // in a pipe, what was said before comes before
  std::fprintf(stderr, "tern-test-ops: %s\n", error.what());
  return code;
}

}  // namespace harness_main
}  // namespace tern::harness

int main(int argc, char** argv) {
  using namespace tern::harness;
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (std::find(words.begin(), words.end(), "--help") != words.end()) {
    std::fputs(usage().c_str(), stdout);
    return 0;
  }
  try {
    return harness_main::run(read_request(words));
  } catch (const UsageError& error) {
    return harness_main::complain(error, wrong_usage);
  } catch (const NoDevice& error) {
    return harness_main::complain(error, skipped);
  } catch (const std::exception& error) {
    return harness_main::complain(error, failed);
  }
}

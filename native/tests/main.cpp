#include <cstdio>
#include <exception>

#include "tests/support/check.h"

namespace tern::test_main {

/// Runs one case; true if all its checks held.
bool run(const TestTable::Case& test) {
  const int before = check::failures();
  try {
    test.body();
  } catch (const std::exception& error) {
    check::report(test.area.c_str(), 0, std::string("unexpected exception: ") + error.what());
  }
  const bool passed = check::failures() == before;
  std::printf("%s %s: %s\n", passed ? "pass" : "FAIL", test.area.c_str(), test.name.c_str());
  return passed;
}

}  // namespace tern::test_main

/// usage: tern-tests [AREA]; exit code 1 if a case failed or none was found.
int main(int argc, char** argv) {
  tern::TestTable table;
  tern::register_tests(table);
  int ran = 0;
  int failed = 0;
  for (const auto& test : table.cases()) {
    if (argc > 1 && test.area != argv[1]) continue;
    ++ran;
    if (!tern::test_main::run(test)) ++failed;
  }
  std::printf("%d cases, %d failed\n", ran, failed);
  return ran == 0 || failed != 0 ? 1 : 0;
}

#include "tern/log.h"

#include <string>
#include <vector>

#include "tests/support/check.h"

namespace tern {
namespace core_log_test {

void sends_messages_to_the_sink() {
  std::vector<std::string> seen;
  set_log_sink([&](LogLevel level, std::string_view message) {
    seen.push_back(std::to_string(static_cast<int>(level)) + " " + std::string(message));
  });
  log(LogLevel::warning, "careful");
  log(LogLevel::debug, "detail");
  set_log_sink({});
  log(LogLevel::error, "nobody hears this");
  CHECK_EQUAL(seen.size(), 2u);
  CHECK_EQUAL(seen.at(0), "2 careful");
  CHECK_EQUAL(seen.at(1), "0 detail");
}

}  // namespace core_log_test

void test_core_log(TestTable& tests) {
  tests.add("core_log", "sends messages to the sink", core_log_test::sends_messages_to_the_sink);
}

}  // namespace tern

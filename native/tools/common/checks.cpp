#include "tools/common/checks.h"

#include <cstdio>
#include <exception>
#include <stdexcept>

#include "core/text.h"

namespace tern::tools {

void Checks::run(const std::string& name, const std::function<std::string()>& check) {
  std::string wrong;
  try {
    wrong = check();
  } catch (const std::exception& error) {
    wrong = concat("exception: ", error.what());
  }
  wrong.empty() ? ++passed_ : ++failed_;
  std::printf("%s: %s%s\n", name.c_str(), wrong.empty() ? "OK" : "FAIL ", wrong.c_str());
  std::fflush(stdout);
}

void Checks::skip(const std::string& name, const std::string& reason) {
  std::printf("%s: skipped: %s\n", name.c_str(), reason.c_str());
}

void Checks::finish() const {
  std::printf("%d of %d passed\n", passed_, passed_ + failed_);
  if (failed_ > 0) throw std::runtime_error(concat(failed_, " checks failed"));
  if (passed_ == 0) throw std::runtime_error("there was nothing to check");
}

std::string above(double error, double limit) {
  // Written so that NaN is above.
  return error <= limit ? std::string() : concat("error ", error, " is above ", limit);
}

}  // namespace tern::tools

#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tern::tools {

/// The user called a program in a way that it does not understand; exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What the user asked for needs a device that is not there; exit code 77, which tests skip.
class NoDevice : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One option of a program. Options without a value name are switches.
struct Option {
  std::string_view name;   ///< with its dashes
  std::string_view value;  ///< what to call its value in the help; empty for a switch
  std::string_view help;
};

/// The command line of a program: options and, in most, one positional argument (the model).
class Arguments {
 public:
  Arguments(int argc, char** argv, const std::vector<Option>& options, bool wants_model = true);

  const std::string& model() const { return model_; }
  bool has(std::string_view name) const { return values_.find(name) != values_.end(); }
  /// The value of an option, or `fallback`.
  std::string text(std::string_view name, std::string fallback) const;
  std::int64_t number(std::string_view name, std::int64_t fallback) const;
  /// A comma-separated list of token ids.
  std::vector<std::int32_t> tokens(std::string_view name) const;

 private:
  std::string model_;
  std::map<std::string, std::string, std::less<>> values_;
};

/// A whole program with one positional argument, or none if `positional` is empty: parses, calls
/// `body`, turns errors into a line on stderr and an exit code: 0 ok, 2 usage, 77 no device, 3
/// anything else. Answers --help and --version itself.
int run_program(int argc, char** argv, std::string_view name, std::string_view purpose,
                const std::vector<Option>& options, void (*body)(const Arguments&),
                std::string_view positional = "MODEL.gguf");

}  // namespace tern::tools

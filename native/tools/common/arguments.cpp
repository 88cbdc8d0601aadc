#include "tools/common/arguments.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <limits>
#include <span>
#include <utility>

#include "core/text.h"
#include "tern/version.h"

namespace tern::tools {
namespace tools_arguments {

const Option& find_option(const std::vector<Option>& options, std::string_view name) {
  for (const Option& option : options) {
    if (option.name == name) return option;
  }
  throw UsageError(concat("unknown option '", name, "'; --help lists them"));
}

std::int64_t parse_number(std::string_view option, std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw UsageError(concat(option, ": expected a whole number, got '", text, "'"));
  }
  return number;
}

void print_help(std::string_view name, std::string_view positional, std::string_view purpose,
                const std::vector<Option>& options) {
  std::string text =
      concat("usage: ", name, " ", positional, " [options]\n\n", purpose, "\n\noptions:\n");
  for (const Option& option : options) {
    std::string left = concat("  ", option.name, option.value.empty() ? "" : " ", option.value);
    left.resize(std::max<std::size_t>(left.size() + 2, 24), ' ');
    text += concat(left, option.help, "\n");
  }
  text += "  --help                this text\n  --version             the version of the library\n";
  std::fputs(text.c_str(), stdout);
}

bool asks_for(int argc, char** argv, std::string_view option) {
  for (const char* argument : std::span(argv, static_cast<std::size_t>(argc)).subspan(1)) {
    if (argument == option) return true;
  }
  return false;
}

int complain(std::string_view name, std::string_view message, int code) {
  std::fflush(stdout);  // in a pipe, what was said before comes before
  std::fprintf(stderr, "%.*s: %.*s\n", static_cast<int>(name.size()), name.data(),
               static_cast<int>(message.size()), message.data());
  return code;
}

}  // namespace tools_arguments

Arguments::Arguments(int argc, char** argv, const std::vector<Option>& options, bool wants_model) {
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (!argument.starts_with("-")) {
      if (!wants_model) throw UsageError(concat("expected options only, got '", argument, "'"));
      if (!model_.empty())
        throw UsageError(concat("expected one model or folder, got also '", argument, "'"));
      model_ = argument;
      continue;
    }
    const Option& option = tools_arguments::find_option(options, argument);
    std::string value;
    if (!option.value.empty()) {
      if (++i == argc) throw UsageError(concat(argument, ": expected ", option.value));
      value = argv[i];
    }
    values_.insert_or_assign(argument, std::move(value));
  }
  if (wants_model && model_.empty())
    throw UsageError("expected a model or folder; --help tells more");
}

std::string Arguments::text(std::string_view name, std::string fallback) const {
  const auto it = values_.find(name);
  return it == values_.end() ? std::move(fallback) : it->second;
}

std::int64_t Arguments::number(std::string_view name, std::int64_t fallback) const {
  const auto it = values_.find(name);
  return it == values_.end() ? fallback : tools_arguments::parse_number(name, it->second);
}

std::vector<std::int32_t> Arguments::tokens(std::string_view name) const {
  std::vector<std::int32_t> ids;
  const std::string list = text(name, "");
  for (std::size_t start = 0; start < list.size();) {
    const std::size_t end = std::min(list.find(',', start), list.size());
    const auto text_of_id = std::string_view(list).substr(start, end - start);
    const std::int64_t id = tools_arguments::parse_number(name, text_of_id);
    if (id < 0 || id > std::numeric_limits<std::int32_t>::max()) {
      throw UsageError(concat(name, ": expected token ids, got '", text_of_id, "'"));
    }
    ids.push_back(static_cast<std::int32_t>(id));
    start = end + 1;
  }
  return ids;
}

int run_program(int argc, char** argv, std::string_view name, std::string_view purpose,
                const std::vector<Option>& options, void (*body)(const Arguments&),
                std::string_view positional) {
  using namespace tools_arguments;
  try {
    if (asks_for(argc, argv, "--help")) {
      print_help(name, positional, purpose, options);
    } else if (asks_for(argc, argv, "--version")) {
      std::puts(TERN_VERSION);
    } else {
      body(Arguments(argc, argv, options, !positional.empty()));
    }
    return 0;
  } catch (const UsageError& error) {
    return complain(name, error.what(), 2);
  } catch (const NoDevice& error) {
    return complain(name, error.what(), 77);
  } catch (const std::exception& error) {
    return complain(name, error.what(), 3);
  }
}

}  // namespace tern::tools

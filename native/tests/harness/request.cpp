#include "tests/harness/request.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <regex>
#include <thread>

#include "core/text.h"
#include "tern/error.h"

namespace tern::harness {
namespace harness_request {

using Setter = std::function<void(Request&, const std::string&)>;

template <class Number>
Number parse(const std::string& option, const std::string& text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && end == text.data() + text.size() && number >= Number{}) return number;
  throw UsageError(concat(option, ": expected a number, got '", text, "'"));
}

/// Options with a value.
const std::map<std::string, Setter, std::less<>>& setters() {
  static const std::map<std::string, Setter, std::less<>> all{
      {"--backend", [](Request& r, const std::string& v) { r.backend = v; }},
      {"--op", [](Request& r, const std::string& v) { r.op = v; }},
      {"--filter", [](Request& r, const std::string& v) { r.filter = v; }},
      {"--out", [](Request& r, const std::string& v) { r.out = v; }},
      {"--format", [](Request& r, const std::string& v) { r.format = v; }},
      {"--seed",
       [](Request& r, const std::string& v) { r.seed = parse<std::uint64_t>("--seed", v); }},
      {"--threads",
       [](Request& r, const std::string& v) { r.threads = parse<int>("--threads", v); }},
      {"--sample", [](Request& r, const std::string& v) { r.sample = parse<int>("--sample", v); }},
      {"--milliseconds",
       [](Request& r, const std::string& v) {
         r.seconds = parse<int>("--milliseconds", v) / 1000.0;
       }},
  };
  return all;
}

/// True if the word was a switch.
bool read_switch(const std::string& word, Request& request) {
  if (word == "--list") return request.list = true;
  if (word == "--subgroups") return request.subgroups = true;
  if (word == "--verbose") return request.verbose = true;
  return false;
}

/// std::hash may differ between libraries.
std::uint64_t hash(const std::string& text) {
  std::uint64_t value = 14695981039346656037u;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return value;
}

}  // namespace harness_request

Request read_request(const std::vector<std::string>& words) {
  using namespace harness_request;
  Request request;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i == 0 && !words[i].starts_with("-")) {
      request.mode = words[i];
      continue;
    }
    if (read_switch(words[i], request)) continue;
    const auto setter = setters().find(words[i]);
    if (setter == setters().end()) throw UsageError(concat("unknown option '", words[i], "'"));
    if (i + 1 == words.size()) throw UsageError(concat(words[i], ": expected a value"));
    setter->second(request, words[i + 1]);
    ++i;
  }
  return request;
}

std::string usage() {
  ModeTable table;
  register_modes(table);
  std::string text = "usage: tern-test-ops [MODE] [options]\n\nmodes:\n";
  for (const auto& mode : table.modes()) {
    text += concat("  ", mode.name, std::string(10 - mode.name.size(), ' '), mode.help, "\n");
  }
  return text +
         "\noptions:\n"
         "  --backend NAME    the device (default cpu)\n"
         "  --op NAME         only this op\n"
         "  --filter REGEX    only instances whose name has a match\n"
         "  --list            only name the instances\n"
         "  --seed N          other contents (default 1)\n"
         "  --threads N       of the cpu backend (default: one per processor)\n"
         "  --verbose         name also what passed or is not supported\n"
         "  --out PATH        dump: the folder; support: the file (default: standard output)\n"
         "  --sample N        test, dump: at most N instances of each op with the same types, "
         "spread\n"
         "                    evenly over all (default: all)\n"
         "  --subgroups       test: only instances that the device computes with subgroups\n"
         "  --format NAME     support: csv or markdown\n"
         "  --milliseconds N  perf: for each instance (default 200)\n\n"
         "exit code: 0 all passed; 1 some failed or there were none; 2 wrong call; 77 no device\n";
}

std::vector<const Instance*> chosen(const CaseTable& cases, const Request& request) {
  std::vector<const Instance*> found;
  try {
    const std::regex filter(request.filter);
    for (const Instance& instance : cases.instances()) {
      if (!request.op.empty() && instance.op != request.op) continue;
      if (request.filter.empty() || std::regex_search(instance.name(), filter)) {
        found.push_back(&instance);
      }
    }
  } catch (const std::regex_error& error) {
    throw UsageError(concat("--filter: ", error.what()));
  }
  return found;
}

std::unique_ptr<Backend> make_backend(const std::string& name, int threads) {
  try {
    return backend_table().make(name, {threads});
  } catch (const RequestError& error) {
    throw NoDevice(error.what());
  }
}

int thread_count(const Request& request) {
  return request.threads > 0 ? request.threads
                             : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

std::uint64_t seed_of(const Instance& instance, const Request& request) {
  return harness_request::hash(instance.name()) ^ (request.seed * 0x9e3779b97f4a7c15u);
}

}  // namespace tern::harness

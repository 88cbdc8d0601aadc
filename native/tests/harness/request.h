#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/backend.h"
#include "tests/harness/cases.h"

namespace tern::harness {

/// Exit codes besides 0; `skipped` is what ctest and automake take for "not run".
inline constexpr int failed = 1;
inline constexpr int wrong_usage = 2;
inline constexpr int skipped = 77;

/// What the command line asks for.
struct Request {
  std::string mode = "test";
  std::string backend = "cpu";
  std::string op;              ///< only this op; empty: all
  std::string filter;          ///< only instances whose name this regular expression finds
  std::string out;             ///< folder (dump) or file (support)
  std::string format = "csv";  ///< of support: csv or markdown
  std::uint64_t seed = 1;
  int threads = 0;       ///< of the cpu backend; 0: as many as there are
  int sample = 0;        ///< of test and dump: instances of each op and types; 0: all
  double seconds = 0.2;  ///< of perf: how long each instance is measured
  bool list = false;
  bool subgroups = false;  ///< of test: only what depends on the size of subgroups
  bool verbose = false;    ///< says also what passed
};

class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// There is no such device on this machine.
class NoDevice : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws UsageError.
Request read_request(const std::vector<std::string>& words);
std::string usage();

/// The instances that the request names, in the order of the table.
std::vector<const Instance*> chosen(const CaseTable& cases, const Request& request);

/// Throws NoDevice.
std::unique_ptr<Backend> make_backend(const std::string& name, int threads);
/// Threads for the cpu backend.
int thread_count(const Request& request);

/// The same for the same instance and request, whatever else runs.
std::uint64_t seed_of(const Instance& instance, const Request& request);

/// The modes of the program: what to do with the instances. Gives the exit code.
class ModeTable {
 public:
  using Run = int (*)(const Request& request, const CaseTable& cases);
  struct Mode {
    std::string name;
    std::string help;
    Run run;
  };

  void add(std::string name, std::string help, Run run) {
    modes_.push_back({std::move(name), std::move(help), run});
  }
  const std::vector<Mode>& modes() const { return modes_; }

 private:
  std::vector<Mode> modes_;
};

/// Generated from the file names in modes/.
void register_modes(ModeTable& table);

}  // namespace tern::harness

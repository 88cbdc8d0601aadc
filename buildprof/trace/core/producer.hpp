// Who wrote a trace, and what its names mean. One file in producers/ knows one writer.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "spans.hpp"

namespace buildprof {

enum class Role : std::uint8_t {
  kOther, kRoot, kFrontend, kBackend, kSource, kInstantiate, kFunction, kOptimizeFunction,
  kModule, kPass, kNamedPass, kWriteAst, kReadAst, kOptimizer, kCodegen
};

enum class Work : std::uint8_t { kCompile, kDevice, kLink };

// What recognition may ask of a process: is there an event or a total of that name?
class Signs {
 public:
  Signs(const Document& document, const Process& process);
  [[nodiscard]] bool event(std::string_view name) const;
  [[nodiscard]] bool total(std::string_view name) const;
  [[nodiscard]] std::string_view process_name() const { return process_.name; }

 private:
  const Document& document_;
  const Process& process_;
  std::vector<bool> seen_;  // by name index
};

struct Producer {
  std::string_view name;
  Work work;
  bool (*wrote)(const Signs&);
  Role (*role)(std::string_view name);
};

// The writer of a process, or null.
const Producer* find_producer(const Signs& signs);

// The writer of that name, or null.
const Producer* find_producer(std::string_view name);

// A file of producers/ holds one of these.
struct Registered {
  explicit Registered(const Producer& producer);
};

}  // namespace buildprof

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "core/text.h"
#include "tern/error.h"
#include "tests/harness/npy.h"
#include "tests/harness/request.h"
#include "tests/harness/sample.h"
#include "tests/harness/trial.h"

namespace tern::harness {
namespace mode_dump {

const Tensor& root(const Tensor& tensor) { return tensor.base != nullptr ? *tensor.base : tensor; }

/// Writes operands and results of instances, one file each, and index.json that says which is
/// which.
class Dump {
 public:
  explicit Dump(const std::string& folder) : folder_(folder) {
    std::filesystem::create_directories(folder_);
  }

  void add(const Instance& instance, Trial& trial, Backend& backend) {
    const auto after = trial.run(backend);
    std::string nodes;
    for (const Tensor* node : trial.graph().nodes()) {
      nodes += concat(nodes.empty() ? "" : ", ", describe(*node, trial, after));
    }
    index_ += concat(index_.empty() ? "" : ",\n", "{\"name\": ", json_text(instance.name()),
                     ", \"params\": ", to_json(instance.params), ", \"limit\": ", instance.limit,
                     ", \"nodes\": [", nodes, "]}");
  }

  void finish() {
    std::ofstream file(folder_ / "index.json", std::ios::binary);
    file << "[\n" << index_ << "\n]\n";
    file.close();
    if (!file) throw FileError(concat("[file] ", folder_.string(), ": cannot write"));
  }

 private:
  /// A tensor as {"file": …, "type": …}.
  std::string store(const Tensor& tensor, const std::vector<double>& values) {
    const std::string file = concat(files_++, ".npy");
    write_npy(folder_ / file, tensor, values);
    return concat("{\"file\": ", json_text(file),
                  ", \"type\": ", json_text(tern::name(tensor.type)), "}");
  }

  /// As it was when it was read: a target is read before it is written.
  std::string operand(const Tensor& source, const Trial& trial,
                      const std::vector<std::byte>& after) {
    const auto& memory =
        trial.is_written(source) && root(source).op == nullptr ? trial.before() : after;
    return store(source, trial.values(source, memory));
  }

  std::string describe(const Tensor& node, const Trial& trial,
                       const std::vector<std::byte>& after) {
    std::string sources;
    for (const Tensor* source : node.source) {
      sources += sources.empty() ? "" : ", ";
      sources += source == nullptr ? "null" : operand(*source, trial, after);
    }
    const std::string target =
        node.base == nullptr ? "null" : store(node, trial.values(node, trial.before()));
    return concat("{\"op\": ", json_text(node.op->name), ", \"sources\": [", sources,
                  "], \"target\": ", target,
                  ", \"result\": ", store(node, trial.values(node, after)), "}");
  }

  std::filesystem::path folder_;
  std::string index_;
  int files_ = 0;
};

int run(const Request& request, const CaseTable& cases) {
  if (request.out.empty()) throw UsageError("dump: expected --out DIR");
  const auto backend = make_backend(request.backend, thread_count(request));
  backend->fusion().set_enabled(false);  // what is fused leaves no result of its own
  const auto instances = sample(chosen(cases, request), request.sample);
  Dump dump(request.out);
  for (const Instance* instance : instances) {
    Trial trial(instance->build, seed_of(*instance, request));
    if (trial.supported_by(*backend)) dump.add(*instance, trial, *backend);
  }
  dump.finish();
  std::printf("%zu written to %s\n", instances.size(), request.out.c_str());
  return instances.empty() ? failed : 0;
}

}  // namespace mode_dump

void register_mode_dump(ModeTable& table) {
  table.add("dump", "operands and results as .npy files, to be compared with another truth",
            mode_dump::run);
}

}  // namespace tern::harness

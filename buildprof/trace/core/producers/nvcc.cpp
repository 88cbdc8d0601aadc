// nvcc -fdevice-time-trace: one file for all device architectures of a source, without a root.
#include "../producer.hpp"

namespace buildprof {

namespace {

constexpr std::string_view kHeader = "Processing Header File";
constexpr std::string_view kFunction = "Instantiating Template Function";
constexpr std::string_view kClass = "Instantiating Template Class";
constexpr std::string_view kBody = "Scanning Function Body";
constexpr std::string_view kIr = "Generating NVVM IR";
constexpr std::string_view kFrontend = "CUDA C++ Front-End";
constexpr std::string_view kNvvm = "LibNVVM";
constexpr std::string_view kPtxas = "Total PTXAS Time";

bool wrote(const Signs& signs) {
  return signs.event(kHeader) || signs.event(kFunction) || signs.event(kClass) ||
         signs.event(kBody) || signs.event(kIr) || signs.event(kNvvm) || signs.event(kPtxas);
}

Role role(std::string_view name) {
  if (name == kHeader) {
    return Role::kSource;
  }
  if (name == kFunction || name == kClass) {
    return Role::kInstantiate;
  }
  if (name == kNvvm || name == kPtxas) {
    return Role::kBackend;
  }
  if (name == kFrontend) {
    return Role::kFrontend;
  }
  return name == "OptFunction" ? Role::kFunction : Role::kOther;
}

constexpr Producer kNvcc{"nvcc", Work::kDevice, wrote, role};
const Registered registered{kNvcc};

}  // namespace

}  // namespace buildprof

#include "backends/opencl/api.h"

#include <optional>

#include "backends/common/library.h"
#include "core/text.h"
#include "tern/error.h"

namespace tern {
namespace opencl_api {

#ifdef _WIN32
constexpr const char* file = "OpenCL.dll";
#else
constexpr const char* file = "libOpenCL.so.1";
#endif

std::optional<OpenClApi> open() {
  const Library library(file);
  OpenClApi api;
  bool usable = library.is_open();
#define TERN_OPENCL_LOAD(name) usable = usable && library.load(api.name, "cl" #name);
  TERN_OPENCL_FUNCTIONS(TERN_OPENCL_LOAD)
#undef TERN_OPENCL_LOAD
  return usable ? std::optional(api) : std::nullopt;
}

}  // namespace opencl_api

const OpenClApi* opencl_functions() {
  static const std::optional<OpenClApi> api = opencl_api::open();
  return api ? &*api : nullptr;
}

void check_opencl(cl_int result, std::string_view function) {
  if (result == CL_SUCCESS) return;
  throw RequestError(concat("[opencl] ", function, ": expected success, got error ", result));
}

}  // namespace tern

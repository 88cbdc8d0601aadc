#include "backends/opencl/programs.h"

#include <cstdint>
#include <utility>

#include "core/text.h"
#include "tern/error.h"

namespace tern {
namespace opencl_programs {

/// PoCL 3.1 fails on barriers in large kernels (flash attention) after it has simplified them.
bool must_not_simplify(const OpenClCard& card) {
  return card.version.find("pocl") != std::string::npos ||
         card.version.find("PoCL") != std::string::npos;
}

std::string options_for(const OpenClCard& card) {
  const std::string options =
      card.lanes == 1 ? "-cl-std=CL1.2" : concat("-cl-std=CL3.0 -DTN_SUBGROUPS=", card.lanes);
  return must_not_simplify(card) ? options + " -cl-opt-disable" : options;
}

OpenClContext make_context(const OpenClCard& card) {
  cl_int result = CL_SUCCESS;
  OpenClContext context(
      opencl_functions()->CreateContext(nullptr, 1, &card.id, nullptr, nullptr, &result));
  check_opencl(result, "clCreateContext");
  return context;
}

}  // namespace opencl_programs

OpenClPrograms& OpenClPrograms::of(const OpenClCard& card) {
  // Never given back: a driver may be gone before the last object of a process is.
  static std::mutex mutex;
  static auto& all = *new std::map<std::pair<cl_device_id, std::uint32_t>, OpenClPrograms*>;
  const std::lock_guard lock(mutex);
  OpenClPrograms*& found = all[{card.id, card.lanes}];
  if (found == nullptr) found = new OpenClPrograms(card);
  return *found;
}

OpenClPrograms::OpenClPrograms(const OpenClCard& card)
    : card_(card), context_(opencl_programs::make_context(card)) {
  register_opencl_sources(sources_);
}

std::string OpenClPrograms::complaints(cl_program program) const {
  const auto get = opencl_functions()->GetProgramBuildInfo;
  std::size_t bytes = 0;
  get(program, card_.id, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes);
  std::string log(bytes, '\0');
  get(program, card_.id, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr);
  return log.substr(0, log.find('\0'));
}

OpenClProgram OpenClPrograms::build(const GpuSource& source) const {
  const OpenClApi& api = *opencl_functions();
  cl_int result = CL_SUCCESS;
  const char* text = source.text;
  OpenClProgram program(api.CreateProgramWithSource(context_.get(), 1, &text, nullptr, &result));
  check_opencl(result, "clCreateProgramWithSource");
  result = api.BuildProgram(program.get(), 1, &card_.id,
                            opencl_programs::options_for(card_).c_str(), nullptr, nullptr);
  if (result == CL_SUCCESS) return program;
  throw RequestError(concat("[opencl] kernels of ", source.file, " on ", card_.name,
                            ": expected to be compiled, got error ", result, ":\n",
                            complaints(program.get())));
}

cl_program OpenClPrograms::program_of(const GpuSource& source) {
  const std::lock_guard lock(mutex_);
  OpenClProgram& program = programs_[&source];
  if (program == nullptr) program = build(source);
  return program.get();
}

OpenClKernel OpenClPrograms::make(const std::string& name) {
  const GpuSource* source = sources_.find(name);
  if (source == nullptr) return nullptr;
  cl_int result = CL_SUCCESS;
  OpenClKernel kernel(opencl_functions()->CreateKernel(program_of(*source), name.c_str(), &result));
  check_opencl(result, "clCreateKernel");
  return kernel;
}

}  // namespace tern

#include "backends/opencl/programs.h"

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

}  // namespace opencl_programs

OpenClPrograms::OpenClPrograms(cl_context context, const OpenClCard& card)
    : context_(context), card_(card) {
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
  OpenClProgram program(api.CreateProgramWithSource(context_, 1, &text, nullptr, &result));
  check_opencl(result, "clCreateProgramWithSource");
  result = api.BuildProgram(program.get(), 1, &card_.id,
                            opencl_programs::options_for(card_).c_str(), nullptr, nullptr);
  if (result == CL_SUCCESS) return program;
  throw RequestError(concat("[opencl] kernels of ", source.file, " on ", card_.name,
                            ": expected to be compiled, got error ", result, ":\n",
                            complaints(program.get())));
}

cl_program OpenClPrograms::program_of(const GpuSource& source) {
  OpenClProgram& program = programs_[&source];
  if (program == nullptr) program = build(source);
  return program.get();
}

cl_kernel OpenClPrograms::find(std::string_view name) {
  const auto it = kernels_.find(name);
  if (it != kernels_.end()) return it->second.get();
  const GpuSource* source = sources_.find(name);
  if (source == nullptr) return nullptr;
  std::string text(name);
  cl_int result = CL_SUCCESS;
  OpenClKernel kernel(opencl_functions()->CreateKernel(program_of(*source), text.c_str(), &result));
  check_opencl(result, "clCreateKernel");
  return kernels_.emplace(std::move(text), std::move(kernel)).first->second.get();
}

}  // namespace tern

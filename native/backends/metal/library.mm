#include "backends/metal/library.hh"

#include <utility>

#include "core/text.h"
#include "tern/error.h"

namespace tern {
namespace metal_library {

constexpr NSUInteger lanes = 32;

NSString* string_of(const char* text) { return [NSString stringWithUTF8String:text]; }

[[noreturn]] void fail(std::string_view what, NSError* error) {
  const char* reason = error == nil ? "no reason" : [[error localizedDescription] UTF8String];
  throw RequestError(concat("[metal] ", what, ": expected to be compiled, got:\n", reason));
}

}  // namespace metal_library

MetalLibrary::MetalLibrary(id<MTLDevice> device) : device_(device) {
  register_metal_sources(sources_);
}

id<MTLLibrary> MetalLibrary::library_of(const GpuSource& source) {
  using namespace metal_library;
  id<MTLLibrary> __strong& library = libraries_[&source];
  if (library != nil) return library;
  MTLCompileOptions* options = [[MTLCompileOptions alloc] init];
  options.fastMathEnabled = NO;  // infinities and NaN mean something to the kernels
  NSError* error = nil;
  library = [device_ newLibraryWithSource:string_of(source.text) options:options error:&error];
  if (library == nil) fail(source.file, error);
  return library;
}

id<MTLComputePipelineState> MetalLibrary::make(const GpuSource& source, const std::string& name) {
  using namespace metal_library;
  id<MTLFunction> function = [library_of(source) newFunctionWithName:string_of(name.c_str())];
  if (function == nil) fail(name, nil);
  NSError* error = nil;
  id<MTLComputePipelineState> pipeline = [device_ newComputePipelineStateWithFunction:function
                                                                                error:&error];
  if (pipeline == nil) fail(name, error);
  const NSUInteger width = [pipeline threadExecutionWidth];
  if (width != lanes)
    throw RequestError(concat("[metal] ", name, ": expected ", lanes, " lanes, got ", width));
  return pipeline;
}

id<MTLComputePipelineState> MetalLibrary::find(std::string_view name) {
  const auto it = pipelines_.find(name);
  if (it != pipelines_.end()) return it->second;
  const GpuSource* source = sources_.find(name);
  if (source == nullptr) return nil;
  std::string text(name);
  id<MTLComputePipelineState> pipeline = make(*source, text);
  return pipelines_.emplace(std::move(text), pipeline).first->second;
}

}  // namespace tern

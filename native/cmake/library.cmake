# The target tern. All sources are found by their file names.

set(tern_sources)
foreach(folder IN ITEMS core io models/base models/blocks runtime runtime/devices backends/cpu backends/cpu/packed backends/cpu/simd)
  file(GLOB found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.cpp")
  list(APPEND tern_sources ${found})
endforeach()

tern_register(OUT tern_sources FOLDER core/types FUNCTION register_types EACH register_type_
  TABLE TypeTable HEADER core/type_table.h)
tern_register(OUT tern_sources FOLDER core/fusions FUNCTION register_fusions EACH register_fusion_
  TABLE FusionTable HEADER core/fusion.h)
tern_register(OUT tern_sources FOLDER io/tokenizers FUNCTION register_tokenizers EACH register_tokenizer_
  TABLE TokenizerTable HEADER io/tokenizer_table.h)
tern_register(OUT tern_sources FOLDER ops FUNCTION register_ops EACH register_op_
  TABLE OpTable HEADER core/op.h)
tern_register(OUT tern_sources FOLDER models FUNCTION register_models EACH register_model_
  TABLE ModelTable HEADER models/base/architecture.h)
tern_register(OUT tern_sources FOLDER backends/cpu/kernels FUNCTION register_cpu_kernels EACH register_cpu_
  TABLE CpuKernelTable HEADER backends/cpu/kernel.h)
tern_register(OUT tern_sources FOLDER backends/cpu/fused FUNCTION register_cpu_fused_kernels EACH register_cpu_fused_
  TABLE CpuFusedTable HEADER backends/cpu/kernel.h)
tern_register(OUT tern_sources NAMES ${tern_simd_names} FUNCTION register_simd_variants EACH register_simd_
  TABLE SimdTable HEADER backends/cpu/simd/table.h)
include(cmake/gpu.cmake)
tern_register(OUT tern_sources NAMES ${tern_backends} FUNCTION register_backends EACH register_backend_
  TABLE BackendTable HEADER core/backend.h)

configure_file("${PROJECT_SOURCE_DIR}/include/tern/version.h.in" "${tern_generated_dir}/include/tern/version.h" @ONLY)

add_library(tern ${tern_sources})
add_library(tern::tern ALIAS tern)
target_include_directories(tern
  PUBLIC
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>"
    "$<BUILD_INTERFACE:${tern_generated_dir}/include>"
    "$<INSTALL_INTERFACE:include>"
  PRIVATE
    "${PROJECT_SOURCE_DIR}")
target_link_libraries(tern PRIVATE Threads::Threads ${tern_metal_frameworks} $<$<OR:$<BOOL:${TERN_HAS_VULKAN}>,$<BOOL:${TERN_HAS_OPENCL}>>:${CMAKE_DL_LIBS}>)
set_target_properties(tern PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
  WINDOWS_EXPORT_ALL_SYMBOLS ON)
tern_configure_target(tern)
tern_add_simd_variants(tern)

# System headers with many macros stay out of other sources.
tern_skip_unity(tern "${PROJECT_SOURCE_DIR}/io/mapped_file.cpp")
if(TERN_HOST_DEVICE)
  # Kernels are C, where all files share one scope.
  tern_skip_unity(tern ${kernel_sources})
endif()

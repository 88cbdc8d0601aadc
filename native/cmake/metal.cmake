# Devices through Metal, whose drivers compile the text of the portable kernels. On other systems
# clang only reads kernels and host code, with declarations of our own.

file(GLOB host CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/backends/metal/*.mm")
set(tern_metal_stubs "${PROJECT_SOURCE_DIR}/backends/metal/stubs")
if(TERN_HAS_METAL)
  include(cmake/kernel_text.cmake)
  tern_kernel_texts(API metal LANGUAGE metal FOLDERS kernels)
  list(APPEND tern_sources ${host} "${PROJECT_SOURCE_DIR}/backends/metal/backend.cpp")
  set_source_files_properties(${host} PROPERTIES LANGUAGE CXX SKIP_UNITY_BUILD_INCLUSION ON
    SKIP_PRECOMPILE_HEADERS ON COMPILE_OPTIONS "-xobjective-c++;-fobjc-arc;-Wno-deprecated-declarations")
  set(tern_metal_frameworks "-framework Metal" "-framework Foundation")
else()
  tern_check_kernels(API metal EXTENSION metal FOLDERS kernels
    OPTIONS -xclcpp -cl-std=clc++2021 -D__METAL_VERSION__=300 "-I${tern_metal_stubs}")
  set_source_files_properties(${host} PROPERTIES LANGUAGE CXX)
  add_library(tern-metal-host-check OBJECT ${host})
  target_compile_features(tern-metal-host-check PRIVATE cxx_std_20)
  target_include_directories(tern-metal-host-check PRIVATE
    "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/include" "${tern_generated_dir}/include")
  target_compile_options(tern-metal-host-check PRIVATE -xobjective-c++ -fobjc-arc -fobjc-runtime=gnustep-2.0
    -isystem "${tern_metal_stubs}" -Wall -Wextra $<$<BOOL:${TERN_WERROR}>:-Werror>)
  set_target_properties(tern-metal-host-check PROPERTIES UNITY_BUILD OFF)
endif()

# Devices through Metal, whose drivers compile the text of the portable kernels.

include(cmake/kernel_text.cmake)
tern_kernel_texts(API metal LANGUAGE metal FOLDERS kernels)
file(GLOB found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/backends/metal/*.mm")
list(APPEND tern_sources ${found} "${PROJECT_SOURCE_DIR}/backends/metal/backend.cpp")
set_source_files_properties(${found} PROPERTIES LANGUAGE CXX SKIP_UNITY_BUILD_INCLUSION ON
  SKIP_PRECOMPILE_HEADERS ON COMPILE_OPTIONS "-xobjective-c++;-fobjc-arc;-Wno-deprecated-declarations")
set(tern_metal_frameworks "-framework Metal" "-framework Foundation")

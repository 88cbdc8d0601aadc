# Kernels of kernels/glsl/ as SPIR-V inside of the library. Each .comp is a module; it makes the
# kernels that its lines TN_KERNEL and TN_CASE name.

set(tern_glsl_dir "${PROJECT_SOURCE_DIR}/kernels/glsl")
set(tern_vulkan_dir "${PROJECT_BINARY_DIR}/vulkan")

# The structs that kernels share with the program, without what GLSL does not know.
function(_tern_translate_header from to)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${from}")
  file(READ "${from}" text)
  string(REGEX REPLACE "#pragma once|#include [^\n]*|///?[^\n]*" "" text "${text}")
  string(REGEX REPLACE "typedef struct" "struct" text "${text}")
  string(REGEX REPLACE "} [a-z0-9_]+;" "};" text "${text}")
  file(CONFIGURE OUTPUT "${to}" CONTENT "${text}" @ONLY)
endfunction()

file(GLOB headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/kernels/args/*.h")
foreach(header IN LISTS headers)
  cmake_path(GET header FILENAME name)
  _tern_translate_header("${header}" "${tern_vulkan_dir}/include/args/${name}")
endforeach()
_tern_translate_header("${PROJECT_SOURCE_DIR}/kernels/activation.h" "${tern_vulkan_dir}/include/activation.h")

file(GLOB modules CONFIGURE_DEPENDS "${tern_glsl_dir}/*.comp")
set(names)
foreach(module IN LISTS modules)
  cmake_path(GET module STEM name)
  list(APPEND names ${name})
  set(spirv "${tern_vulkan_dir}/${name}.spv")
  set(embedded "${tern_vulkan_dir}/${name}.cpp")
  add_custom_command(OUTPUT "${spirv}"
    COMMAND "${TERN_GLSLC}" --target-env=vulkan1.2 -O -Werror "-I${tern_vulkan_dir}/include" "-I${tern_glsl_dir}"
            -MD -MF "${spirv}.d" -o "${spirv}" "${module}"
    DEPENDS "${module}" DEPFILE "${spirv}.d" VERBATIM)
  add_custom_command(OUTPUT "${embedded}"
    COMMAND "${CMAKE_COMMAND}" "-DNAME=${name}" "-DSOURCE=${module}" "-DSPIRV=${spirv}" "-DOUT=${embedded}"
            -P "${PROJECT_SOURCE_DIR}/cmake/embed_kernel.cmake"
    DEPENDS "${spirv}" "${module}" "${tern_glsl_dir}/types.glsl" "${PROJECT_SOURCE_DIR}/cmake/embed_kernel.cmake" VERBATIM)
  list(APPEND tern_sources "${embedded}")
endforeach()

tern_register(OUT tern_sources NAMES ${names} FUNCTION register_vulkan_kernels EACH register_vulkan_
  TABLE VulkanKernelTable HEADER backends/vulkan/kernel.h)
file(GLOB found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/backends/vulkan/*.cpp")
list(APPEND tern_sources ${found})

# Sets TERN_HAS_VULKAN: whether the headers of Vulkan and the compiler of its kernels are there.

find_path(TERN_VULKAN_INCLUDE_DIR vulkan/vulkan_core.h)
find_program(TERN_GLSLC glslc)
set(TERN_HAS_VULKAN ON)
if(NOT TERN_VULKAN_INCLUDE_DIR OR NOT TERN_GLSLC)
  set(TERN_HAS_VULKAN OFF)
  set(why "it needs the headers of Vulkan (found: ${TERN_VULKAN_INCLUDE_DIR}) and the compiler glslc (found: ${TERN_GLSLC}); on Debian: apt-get install libvulkan-dev glslc")
  if(NOT TERN_VULKAN STREQUAL "AUTO")
    message(FATAL_ERROR "TERN_VULKAN: ${why}")
  endif()
  message(STATUS "tern: left out Vulkan: ${why}")
endif()

# Sets TERN_HAS_METAL: whether this system has Metal.

set(TERN_HAS_METAL ON)
if(NOT APPLE)
  set(TERN_HAS_METAL OFF)
  set(why "it needs macOS (found: ${CMAKE_SYSTEM_NAME}); device MTL0 of TERN_HOST_DEVICE runs its kernels elsewhere")
  if(NOT TERN_METAL STREQUAL "AUTO")
    message(FATAL_ERROR "TERN_METAL: ${why}")
  endif()
  message(STATUS "tern: left out Metal: ${why}")
endif()

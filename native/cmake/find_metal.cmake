# Sets TERN_HAS_METAL: whether this system has Metal; else TERN_CHECKS_METAL: whether clang reads it.

set(TERN_HAS_METAL OFF)
set(TERN_CHECKS_METAL OFF)
if(APPLE)
  set(TERN_HAS_METAL ON)
elseif(NOT TERN_METAL STREQUAL "AUTO")
  message(FATAL_ERROR
    "TERN_METAL: it needs macOS (found: ${CMAKE_SYSTEM_NAME}); elsewhere AUTO has clang read it, and the device MTL0 of "
    "TERN_HOST_DEVICE runs its kernels")
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(STATUS "tern: left out Metal: it needs macOS; clang only reads it, to find mistakes")
  set(TERN_CHECKS_METAL ON)
else()
  message(STATUS "tern: left out Metal: it needs macOS, or clang to read it (found: ${CMAKE_CXX_COMPILER_ID})")
endif()

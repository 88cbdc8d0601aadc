# Compiler settings of every target.

# Whether programs can be linked with libFuzzer, which is a part of clang.
set(TERN_HAS_FUZZER OFF)
if(TERN_FUZZ)
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_FLAGS -fsanitize=fuzzer)
  check_cxx_source_compiles(
    "#include <cstddef>\n#include <cstdint>\nextern \"C\" int LLVMFuzzerTestOneInput(const std::uint8_t*, std::size_t) { return 0; }"
    TERN_LINKS_FUZZER)
  unset(CMAKE_REQUIRED_FLAGS)
  set(TERN_HAS_FUZZER ${TERN_LINKS_FUZZER})
  if(NOT TERN_HAS_FUZZER)
    message(STATUS "tern: nothing is fuzzed, only the corpus computed: ${CMAKE_CXX_COMPILER} cannot link with -fsanitize=fuzzer")
  endif()
endif()

function(tern_configure_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
  if(MSVC)
    target_compile_options(${target} PRIVATE /W4 /utf-8)
  else()
    target_compile_options(${target} PRIVATE -Wall -Wextra)
  endif()
  if(TERN_WERROR)
    set_target_properties(${target} PROPERTIES COMPILE_WARNING_AS_ERROR ON)
  endif()
  if(TERN_SANITIZE)
    target_compile_options(${target} PUBLIC -fsanitize=${TERN_SANITIZE} -fno-omit-frame-pointer
                                            -fno-sanitize-recover=all)
    target_link_options(${target} PUBLIC -fsanitize=${TERN_SANITIZE})
  endif()
  if(TERN_HAS_FUZZER)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
    target_link_options(${target} PUBLIC -fsanitize=fuzzer-no-link)
  endif()
  _tern_configure_unity(${target})
  _tern_configure_pch(${target})
endfunction()

# The target says yes or no itself, so that a project around this one does not decide for it.
function(_tern_configure_unity target)
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ${TERN_UNITY}
    UNITY_BUILD_BATCH_SIZE ${TERN_UNITY_BATCH})
endfunction()

function(_tern_configure_pch target)
  if(NOT TERN_PCH)
    return()
  endif()
  # GCC's precompiled headers are unreliable on other processors.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|i.86)$")
    message(STATUS "tern: no precompiled header for ${target}: GCC on ${CMAKE_SYSTEM_PROCESSOR}")
    return()
  endif()
  target_precompile_headers(${target} PRIVATE
    "$<$<COMPILE_LANGUAGE:CXX>:${PROJECT_SOURCE_DIR}/core/pch.h>")
endfunction()

# Sources that must be compiled alone also in a unity build, each with its reason.
function(tern_skip_unity target)
  set_source_files_properties(${ARGN} TARGET_DIRECTORY ${target} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# Included by CMake at the project's first project() call (CMAKE_PROJECT_TOP_LEVEL_INCLUDES).
# Nothing of the project is edited: flags go in front of its own, and what a variant changes is applied
# when every target is defined.
include_guard(GLOBAL)
include("${BUILDPROF_SETTINGS}")

add_compile_options(${BUILDPROF_COMPILE_OPTIONS})

# Deferred twice, so that targets which the project itself defers are there as well.
# Variables in these arguments are read when the call is made.
cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL cmake_language
  DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL include "${BUILDPROF_INJECT}/apply.cmake")

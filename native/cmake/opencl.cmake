# Devices through OpenCL, whose drivers compile the text of the portable kernels.

include(cmake/kernel_text.cmake)
tern_kernel_texts(API opencl LANGUAGE opencl FOLDERS kernels kernels/opencl)
file(GLOB found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/backends/opencl/*.cpp")
list(APPEND tern_sources ${found})
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  tern_check_kernels(API opencl EXTENSION cl FOLDERS kernels kernels/opencl OPTIONS -xcl -cl-std=CL1.2)
endif()

# Devices through OpenCL, whose drivers compile the text of the portable kernels.

include(cmake/kernel_text.cmake)
tern_kernel_texts(API opencl LANGUAGE opencl FOLDERS kernels kernels/opencl)
file(GLOB found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/backends/opencl/*.cpp")
list(APPEND tern_sources ${found})

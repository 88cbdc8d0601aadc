# Sets TERN_HAS_OPENCL: whether the headers of OpenCL are there. Drivers are looked for at run time.

find_path(TERN_OPENCL_INCLUDE_DIR CL/cl.h)
set(TERN_HAS_OPENCL ON)
if(NOT TERN_OPENCL_INCLUDE_DIR)
  set(TERN_HAS_OPENCL OFF)
  set(why "it needs the headers of OpenCL (CL/cl.h); on Debian: apt-get install opencl-headers")
  if(NOT TERN_OPENCL STREQUAL "AUTO")
    message(FATAL_ERROR "TERN_OPENCL: ${why}")
  endif()
  message(STATUS "tern: left out OpenCL: ${why}")
endif()

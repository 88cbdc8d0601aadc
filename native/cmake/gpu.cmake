# What GPU backends share, the host runtime that tests their kernels, and the backends of drivers.
set(tern_backends cpu)
foreach(backend IN ITEMS host cuda hip vulkan)
  string(TOUPPER "${backend}" option)
  if(TERN_${option} OR (backend STREQUAL "host" AND TERN_HOST_DEVICE))
    list(APPEND tern_backends ${backend})
  endif()
endforeach()

if(tern_backends MATCHES ";")
  file(GLOB found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/backends/gpu/*.cpp")
  list(APPEND tern_sources ${found})
  tern_register(OUT tern_sources FOLDER backends/gpu/ops FUNCTION register_gpu_ops EACH register_gpu_
    TABLE GpuOpTable HEADER backends/gpu/lowering.h)
  tern_register(OUT tern_sources FOLDER backends/gpu/fused FUNCTION register_gpu_fused_ops EACH register_gpu_fused_
    TABLE GpuFusedTable HEADER backends/gpu/lowering.h)
  include(cmake/kernels.cmake)
endif()
if(TERN_HOST_DEVICE)
  file(GLOB found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/backends/host/*.cpp")
  list(APPEND tern_sources ${found} ${kernel_sources})
  tern_register(OUT tern_sources NAMES ${kernel_names} FUNCTION register_host_kernels EACH register_host_kernels_
    TABLE HostKernelTable HEADER backends/host/kernel.h)
endif()

if(TERN_CUDA OR TERN_HIP)
  include(cmake/device_kernels.cmake)
  file(GLOB found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/backends/gpu/driver/*.cpp")
  list(APPEND tern_sources ${found} "${PROJECT_SOURCE_DIR}/backends/common/library.cpp")
endif()
if(TERN_CUDA)
  list(APPEND tern_sources "${PROJECT_SOURCE_DIR}/backends/cuda/backend.cpp")
  tern_device_kernels(API cuda EXTENSION cu ARCHS ${TERN_CUDA_ARCHS}
    OPTIONS -xcuda "--cuda-path=${TERN_CUDA_TOOLKIT}" -nocudainc -Wno-unknown-cuda-version)
endif()
if(TERN_HIP)
  list(APPEND tern_sources "${PROJECT_SOURCE_DIR}/backends/hip/backend.cpp")
  tern_device_kernels(API hip EXTENSION hip ARCHS ${TERN_HIP_ARCHS}
    OPTIONS -xhip -nogpuinc -nogpulib --no-gpu-bundle-output)
endif()
if(TERN_VULKAN)
  include(cmake/vulkan.cmake)
endif()

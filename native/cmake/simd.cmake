# Kernels in backends/cpu/simd/variant/ are compiled once per instruction set, each time into a
# namespace of its own; the processor decides at run time which one is used.

set(tern_simd_names scalar)
set(tern_simd_flags_sse42 -msse4.2)
set(tern_simd_flags_avx2 -mavx2 -mfma -mf16c)
set(tern_simd_flags_avx512 ${tern_simd_flags_avx2} -mavx512f -mavx512bw -mavx512dq -mavx512vl)
set(tern_simd_flags_avx512_vnni ${tern_simd_flags_avx512} -mavx512vnni)
set(tern_simd_flags_avx512_bf16 ${tern_simd_flags_avx512_vnni} -mavx512bf16)
set(tern_simd_flags_dotprod -march=armv8.2-a+dotprod)
set(tern_simd_flags_i8mm -march=armv8.2-a+dotprod+i8mm)

if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang" AND NOT MSVC)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    list(APPEND tern_simd_names sse42 avx2 avx512 avx512_vnni avx512_bf16)
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
    list(APPEND tern_simd_names neon dotprod i8mm)
  endif()
endif()

# Adds the objects of all variants to a target.
function(tern_add_simd_variants target)
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/backends/cpu/simd/variant/*.cpp")
  foreach(name IN LISTS tern_simd_names)
    add_library(tern-cpu-${name} OBJECT ${sources})
    target_include_directories(tern-cpu-${name} PRIVATE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/include")
    target_compile_definitions(tern-cpu-${name} PRIVATE TERN_SIMD_NAME=${name}
      $<$<STREQUAL:${name},scalar>:TERN_SIMD_SCALAR>)
    tern_configure_target(tern-cpu-${name})
    # GCC 12 takes the registers that its own AVX-512 headers leave undefined for a mistake.
    target_compile_options(tern-cpu-${name} PRIVATE ${tern_simd_flags_${name}}
      $<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized;-Wno-maybe-uninitialized>)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:tern-cpu-${name}>)
  endforeach()
endfunction()

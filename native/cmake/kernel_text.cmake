# The portable kernels as text, for APIs whose drivers compile them at run time.
#
#   tern_kernel_texts(API opencl LANGUAGE opencl FOLDERS kernels kernels/opencl)
#
# needs backends/<api>/sources.h.
#
# The names of the kernels that a file defines are made by macros, so the preprocessor finds them.

function(tern_kernel_texts)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "API;LANGUAGE" "FOLDERS")
  set(script "${PROJECT_SOURCE_DIR}/cmake/embed_text.cmake")
  list(TRANSFORM arg_FOLDERS REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/\\1/*.inl")
  file(GLOB sources CONFIGURE_DEPENDS ${arg_FOLDERS})
  set(names)
  foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    list(APPEND names "${name}")
    set(expanded "${tern_generated_dir}/${arg_API}_texts/${name}.i")
    set(embedded "${tern_generated_dir}/${arg_API}_texts/${name}.cpp")
    add_custom_command(OUTPUT "${expanded}"
      COMMAND "${CMAKE_CXX_COMPILER}" -x c -E -P -undef -D__OPENCL_C_VERSION__=120 "-I${PROJECT_SOURCE_DIR}"
              -MD -MF "${expanded}.d" -MT "${expanded}" -o "${expanded}" "${source}"
      DEPENDS "${source}" DEPFILE "${expanded}.d" VERBATIM)
    add_custom_command(OUTPUT "${embedded}"
      COMMAND "${CMAKE_COMMAND}" "-DAPI=${arg_API}" "-DLANGUAGE=${arg_LANGUAGE}" "-DNAME=${name}"
              "-DSOURCE=${source}" "-DROOT=${PROJECT_SOURCE_DIR}" "-DEXPANDED=${expanded}" "-DOUT=${embedded}" -P "${script}"
      DEPENDS "${expanded}" "${PROJECT_SOURCE_DIR}/kernels/languages/${arg_LANGUAGE}.h" "${script}" VERBATIM)
    list(APPEND tern_sources "${embedded}")
  endforeach()
  tern_register(OUT tern_sources NAMES ${names} FUNCTION register_${arg_API}_sources
    EACH register_${arg_API}_source_ TABLE GpuSources HEADER backends/${arg_API}/sources.h)
  set(tern_sources ${tern_sources} PARENT_SCOPE)
endfunction()

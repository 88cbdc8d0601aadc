include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

install(TARGETS tern EXPORT tern-targets)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/tern" "${tern_generated_dir}/include/tern"
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
get_property(tern_installed_tools GLOBAL PROPERTY TERN_INSTALLED_TOOLS)
if(tern_installed_tools)
  install(TARGETS ${tern_installed_tools})
endif()

set(tern_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/tern")
install(EXPORT tern-targets NAMESPACE tern:: DESTINATION "${tern_package_dir}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/tern-config.cmake.in"
  "${PROJECT_BINARY_DIR}/tern-config.cmake" INSTALL_DESTINATION "${tern_package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/tern-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/tern-config.cmake" "${PROJECT_BINARY_DIR}/tern-config-version.cmake"
  DESTINATION "${tern_package_dir}")

# Installation. heddle finds its own files relative to its program, so the prefix may be moved as a whole.
include(CMakePackageConfigHelpers)

set(heddle_library_folder ${CMAKE_INSTALL_LIBDIR}/heddle)
set(heddle_package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/heddle)

install(TARGETS heddle RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES $<TARGET_FILE_DIR:heddle>/heddle-cc $<TARGET_FILE_DIR:heddle>/heddle-c++
        DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS heddle_runtime heddle_pass heddle_near heddle_start LIBRARY DESTINATION ${heddle_library_folder}
        ARCHIVE DESTINATION ${heddle_library_folder})
install(FILES src/cli/build/gcc.specs DESTINATION ${heddle_library_folder} RENAME heddle_gcc.specs)
install(FILES include/heddle/abi.h include/heddle/gtest.h include/heddle/heddle.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/heddle)
install(FILES README.md LICENSE CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR})

configure_package_config_file(cmake/heddleConfig.cmake.in ${PROJECT_BINARY_DIR}/package/heddleConfig.cmake
  INSTALL_DESTINATION ${heddle_package_folder}
  PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_INCLUDEDIR heddle_library_folder
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/heddleConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/heddleConfig.cmake ${PROJECT_BINARY_DIR}/package/heddleConfigVersion.cmake
        DESTINATION ${heddle_package_folder})

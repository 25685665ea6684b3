# `cmake --install`: the program, the libraries with their headers, and the package for find_package(tessera).

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/tessera")

install(TARGETS tessera RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(TARGETS tessera_core tessera_backends tessera_lab EXPORT tessera-targets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
# Only what these libraries consist of: headers of other layers would not work without theirs.
foreach(layer puzzle contracts pdb heuristics search engine backends lab)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/tessera/${layer}"
          DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/tessera"
          FILES_MATCHING PATTERN "*.hpp")
endforeach()
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

install(EXPORT tessera-targets NAMESPACE tessera:: DESTINATION "${package_folder}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/tessera-config.cmake.in"
    "${CMAKE_BINARY_DIR}/generated/tessera-config.cmake"
    INSTALL_DESTINATION "${package_folder}")
write_basic_package_version_file("${CMAKE_BINARY_DIR}/generated/tessera-config-version.cmake"
    COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_BINARY_DIR}/generated/tessera-config.cmake"
              "${CMAKE_BINARY_DIR}/generated/tessera-config-version.cmake"
        DESTINATION "${package_folder}")

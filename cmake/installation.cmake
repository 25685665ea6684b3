# `cmake --install` and CPack: the program with its manual and completions, and the libraries with their headers.
#
# Two components, which are two Debian packages (docs/decisions/0014): `program` (tessera) and `development` (libtessera-dev).
# A third, `cuda` (tessera-cuda), is there where a plug-in was built (preset `cuda`) and its path is given in TESSERA_CUDA_PLUG_IN.

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/tessera")

# The program.
install(TARGETS tessera RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT program)
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/tessera" RENAME copyright
        COMPONENT program)
# The script behind `tessera lab claims` (docs/decisions/0015), in the same places as in the source tree.
set(shared "${CMAKE_INSTALL_DATADIR}/tessera")
install(PROGRAMS "${PROJECT_SOURCE_DIR}/tools/claims.py" DESTINATION "${shared}/tools" COMPONENT program)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/data/claims" DESTINATION "${shared}/data" COMPONENT program
        FILES_MATCHING PATTERN "*.toml")
install(FILES "${PROJECT_SOURCE_DIR}/data/own/seed-headline-tables.csv" "${PROJECT_SOURCE_DIR}/data/own/seed4-instances.csv"
        DESTINATION "${shared}/data/own" COMPONENT program)
# What `tessera records` shows.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/data/best-known" DESTINATION "${shared}/data" COMPONENT program
        FILES_MATCHING PATTERN "*.jsonl")
# It writes its manual and its completions itself.
set(documents "${CMAKE_BINARY_DIR}/generated/documents")
install(CODE "execute_process(COMMAND \"${CMAKE_COMMAND}\" \"-DPROGRAM=$<TARGET_FILE:tessera>\"
        \"-DCHANGES=${PROJECT_SOURCE_DIR}/CHANGELOG.md\" \"-DOUTPUT=${documents}\"
        -P \"${PROJECT_SOURCE_DIR}/cmake/write_documents.cmake\" COMMAND_ERROR_IS_FATAL ANY)"
        COMPONENT program)
install(FILES "${documents}/tessera.1.gz" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT program)
install(FILES "${documents}/changelog.gz" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/tessera" COMPONENT program)
install(FILES "${documents}/completion.bash" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
        RENAME tessera COMPONENT program)
install(FILES "${documents}/completion.zsh" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions"
        RENAME _tessera COMPONENT program)
install(FILES "${documents}/completion.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d"
        RENAME tessera.fish COMPONENT program)

# The libraries.
install(TARGETS tessera_core tessera_drawing tessera_courses tessera_player tessera_backends tessera_lab EXPORT tessera-targets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT development
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT development)
# Only headers of these libraries: headers of other layers would not work without their libraries.
foreach(layer base puzzle contracts pdb heuristics search engine lessons certificates api drawing courses player backends lab)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/tessera/${layer}"
          DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/tessera" COMPONENT development
          FILES_MATCHING PATTERN "*.hpp")
endforeach()
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/libtessera-dev" RENAME copyright
        COMPONENT development)
install(EXPORT tessera-targets NAMESPACE tessera:: DESTINATION "${package_folder}" COMPONENT development)
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/tessera-config.cmake.in"
    "${CMAKE_BINARY_DIR}/generated/tessera-config.cmake"
    INSTALL_DESTINATION "${package_folder}")
write_basic_package_version_file("${CMAKE_BINARY_DIR}/generated/tessera-config-version.cmake"
    COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_BINARY_DIR}/generated/tessera-config.cmake"
              "${CMAKE_BINARY_DIR}/generated/tessera-config-version.cmake"
        DESTINATION "${package_folder}" COMPONENT development)

# The Debian packages: `cpack` in the build folder, or tools/release for one that is made from a commit and nothing else.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tessera)
set(CPACK_PACKAGE_VENDOR "The Tessera authors")
set(CPACK_PACKAGE_CONTACT "The Tessera authors <tessera@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "solver and laboratory for sliding-tile puzzles")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL program development)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/package_permissions.cmake")
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME tessera)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "python3 (>= 3.11), tessera-cuda")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
"Solves, checks, generates, explains and compares sliding-tile puzzles (8-puzzle,
15-puzzle, any size up to 100x100) with many algorithms and heuristics, proves
solutions shortest, runs experiments, plays in the terminal, and serves a page
for the browser.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libtessera-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libfmt-dev, nlohmann-json3-dev, libsqlite3-dev")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
"The engine of tessera as static C++20 libraries with their headers, found by
CMake's find_package(tessera).")

# The plug-in alone, where the program looks for it. The program itself links nothing of CUDA.
set(TESSERA_CUDA_PLUG_IN "" CACHE FILEPATH "The plug-in libtessera-gpu.so, for the package tessera-cuda")
if(TESSERA_CUDA_PLUG_IN)
  install(PROGRAMS "${TESSERA_CUDA_PLUG_IN}" DESTINATION lib/tessera COMPONENT cuda)
  install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/tessera-cuda" RENAME copyright
          COMPONENT cuda)
  list(APPEND CPACK_COMPONENTS_ALL cuda)
  set(CPACK_DEBIAN_CUDA_PACKAGE_NAME tessera-cuda)
  set(CPACK_DEBIAN_CUDA_PACKAGE_SECTION games)
  set(CPACK_DEBIAN_CUDA_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_CUDA_PACKAGE_DEPENDS "tessera (= ${PROJECT_VERSION})")
  set(CPACK_COMPONENT_CUDA_DESCRIPTION
"Lets tessera search on graphics cards with CUDA (tessera solve --device gpu).
It needs NVIDIA's driver.")
endif()
include(CPack)

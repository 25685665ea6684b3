# The description of a build for `--version`: version, commit, compiler, build type, target.

# Gives `target` the generated header tessera_build_info.hpp. The commit is looked up at every build, and the header is
# written only when something in it changed, so that a commit recompiles the one file that includes it.
function(tessera_describe_version target)
  # As the distribution names it (x86_64-linux-gnu), where it does.
  set(architecture "${CMAKE_LIBRARY_ARCHITECTURE}")
  if(NOT architecture)
    string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}-${CMAKE_SYSTEM_NAME}" architecture)
  endif()
  set(folder "${CMAKE_BINARY_DIR}/generated/build_info")
  add_custom_target(${target}_build_info
      COMMAND "${CMAKE_COMMAND}"
          "-DSOURCE_DIR=${PROJECT_SOURCE_DIR}"
          "-DOUTPUT=${folder}/tessera_build_info.hpp"
          "-DVERSION=${PROJECT_VERSION}"
          "-DCOMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
          "-DBUILD_TYPE=${CMAKE_BUILD_TYPE}"
          "-DTARGET=${architecture}"
          -P "${PROJECT_SOURCE_DIR}/cmake/write_build_info.cmake"
      BYPRODUCTS "${folder}/tessera_build_info.hpp"
      COMMENT "Looking up the commit"
      VERBATIM)
  add_dependencies(${target} ${target}_build_info)
  target_include_directories(${target} PRIVATE "${folder}")
endfunction()

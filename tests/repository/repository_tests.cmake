# Tests of the repository: headers that compile alone, installation, formatting.
set(scripts "${CMAKE_CURRENT_LIST_DIR}")

# add_repository_test(NAME script [-DNAME=VALUE...]): a CMake script that fails with FATAL_ERROR, or prints a line that
# begins with "SKIPPED:" and says why.
function(add_repository_test name script)
  add_test(NAME repository.${name}
           COMMAND "${CMAKE_COMMAND}" "-DSOURCE_DIR=${PROJECT_SOURCE_DIR}"
               "-DBUILD_DIR=${CMAKE_BINARY_DIR}" ${ARGN} -P "${scripts}/${script}")
  set_tests_properties(repository.${name} PROPERTIES
      LABELS repository TIMEOUT 900 SKIP_REGULAR_EXPRESSION "(^|\n)SKIPPED:")
endfunction()

# Every header that no unit of its own includes first, in such a unit, twice, so that a missing include or guard shows.
# (Components have a generated unit, many others a .cpp of their name; those show the same in every build with ccache, which
# goes without precompiled headers.) Built by the test, not by a plain build, and without optimisation, because only the
# front end matters.
file(GLOB_RECURSE headers RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS
     "${PROJECT_SOURCE_DIR}/tessera/*.hpp")
list(FILTER headers EXCLUDE REGEX "^tessera/(heuristics|search)/[a-z0-9_]+\\.hpp$")
# These are for files that nvcc compiles.
list(FILTER headers EXCLUDE REGEX "^tessera/backends/cuda/([a-z]+_on_card|device_memory)\\.hpp$")
set(header_units "")
foreach(header IN LISTS headers)
  string(REGEX REPLACE "\\.hpp$" ".cpp" own_unit "${header}")
  if(EXISTS "${PROJECT_SOURCE_DIR}/${own_unit}")
    continue()
  endif()
  string(MAKE_C_IDENTIFIER "${header}" stem)
  set(unit "${CMAKE_CURRENT_BINARY_DIR}/headers/${stem}.cpp")
  file(CONFIGURE OUTPUT "${unit}" CONTENT "#include \"${header}\"\n#include \"${header}\"\n")
  list(APPEND header_units "${unit}")
endforeach()
if(header_units)
  add_library(headers_alone OBJECT EXCLUDE_FROM_ALL ${header_units})
  target_compile_options(headers_alone PRIVATE -O0 -g0 -Werror)
  target_link_libraries(headers_alone PRIVATE tessera_backends tessera_warnings)
  add_test(NAME repository.headers_compile_alone
           COMMAND "${CMAKE_COMMAND}" --build "${CMAKE_BINARY_DIR}" --target headers_alone -- --quiet -k 0)
  set_tests_properties(repository.headers_compile_alone PROPERTIES
      LABELS "repository;slow;long" TIMEOUT 900 PROCESSORS 2)
endif()

add_repository_test(format format.cmake)
add_repository_test(installed_library installed_library.cmake
    "-DCOMPILER=${CMAKE_CXX_COMPILER}" "-DGENERATOR=${CMAKE_GENERATOR}" "-DVERSION=${PROJECT_VERSION}")
add_repository_test(core_alone core_alone.cmake)
add_repository_test(package package.cmake "-DCPACK=${CMAKE_CPACK_COMMAND}" "-DVERSION=${PROJECT_VERSION}")
add_repository_test(offline offline.cmake)
add_repository_test(kernels kernels.cmake "-DCOMPILER=${CMAKE_CXX_COMPILER}")
add_repository_test(dependencies dependencies.cmake)
add_repository_test(reproducible reproducible.cmake)

# A short training of the learned guide (tools/train). Debian's Python has python3-torch, another that comes first may not.
find_program(TESSERA_PYTHON python3 HINTS /usr/bin)
if(TARGET guide_samples AND TESSERA_PYTHON)
  add_test(NAME repository.training
           COMMAND "${TESSERA_PYTHON}" "${scripts}/training_test.py" "$<TARGET_FILE:guide_samples>" "${CMAKE_BINARY_DIR}/training_test")
  set_tests_properties(repository.training PROPERTIES
      LABELS "repository;slow;long" TIMEOUT 900 SKIP_REGULAR_EXPRESSION "(^|\n)SKIPPED:")
endif()
# The weights that ship: the engine's values against those of the plain twin.
if(TARGET tessera AND TESSERA_PYTHON)
  add_test(NAME repository.guide_twin COMMAND "${TESSERA_PYTHON}" "${scripts}/guide_twin_test.py" "$<TARGET_FILE:tessera>")
  set_tests_properties(repository.guide_twin PROPERTIES LABELS "repository")
endif()
# Both install, which writes the manual and the completions into the build folder first.
set_tests_properties(repository.installed_library repository.package PROPERTIES RESOURCE_LOCK installation)

# Installs into a new prefix, builds the example against it outside the tree, and runs both programs.
cmake_minimum_required(VERSION 3.25)
set(work "${BUILD_DIR}/installed_library_test")
set(prefix "${work}/prefix")
file(REMOVE_RECURSE "${work}")

include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")

run("${CMAKE_COMMAND}" --install "${BUILD_DIR}" --prefix "${prefix}")
# A copy, so that nothing of the source tree can be reached by a relative path.
file(COPY "${SOURCE_DIR}/examples/solve_from_library" DESTINATION "${work}")
run("${CMAKE_COMMAND}" -G "${GENERATOR}" -S "${work}/solve_from_library" -B "${work}/example"
    "-DCMAKE_PREFIX_PATH=${prefix}" "-DCMAKE_CXX_COMPILER=${COMPILER}" -DCMAKE_BUILD_TYPE=Release)
run("${CMAKE_COMMAND}" --build "${work}/example")

run("${work}/example/solve_from_library")
if(NOT output MATCHES "^solved, 4 moves: LDRD\n$")
  message(FATAL_ERROR "The example printed:\n${output}")
endif()
run("${prefix}/bin/tessera" --version)
string(FIND "${output}" "${VERSION}" place)
if(place EQUAL -1)
  message(FATAL_ERROR "The installed program does not say version ${VERSION}:\n${output}")
endif()
message("installed, linked and run")

# What two builds of one commit could differ by is not in what is built: paths, dates. And a build knows its commit.
# (`tools/release --check` builds twice and compares the bytes.)
cmake_minimum_required(VERSION 3.25)
set(work "${BUILD_DIR}/reproducible_test")
file(REMOVE_RECURSE "${work}")
file(MAKE_DIRECTORY "${work}")

# 1. No source says when it is compiled.
file(GLOB_RECURSE sources "${SOURCE_DIR}/tessera/*.?pp" "${SOURCE_DIR}/apps/*.?pp" "${SOURCE_DIR}/bench/*.?pp" "${SOURCE_DIR}/bindings/*.?pp")
list(LENGTH sources count)
if(count LESS 100)
  message(FATAL_ERROR "Only ${count} sources were found.")
endif()
foreach(source IN LISTS sources)
  file(STRINGS "${source}" found REGEX "__(DATE|TIME|TIMESTAMP)__")
  if(found)
    message(FATAL_ERROR "${source} says when it is compiled: ${found}")
  endif()
endforeach()

# 2. Nothing that was built knows where.
file(GLOB built "${BUILD_DIR}/bin/tessera" "${BUILD_DIR}/libtessera_*.a" "${SOURCE_DIR}/build/wasm/bin/tessera.wasm")
list(LENGTH built count)
if(count LESS 2)
  message(FATAL_ERROR "The program is not built in ${BUILD_DIR}.")
endif()
execute_process(COMMAND grep -lF "${SOURCE_DIR}/" ${built} OUTPUT_VARIABLE found RESULT_VARIABLE result)
if(NOT result EQUAL 1)
  message(FATAL_ERROR "The path ${SOURCE_DIR} is in:\n${found}")
endif()

# 3. The commit: of a clone, of an archive that git made, of neither.
# described(FOLDER): what a build in there would say, in `commit`.
function(described folder)
  execute_process(COMMAND "${CMAKE_COMMAND}" "-DSOURCE_DIR=${folder}" "-DOUTPUT=${work}/info.hpp" -DVERSION=1.2.3
                      "-DCOMPILER=GNU 12" -DBUILD_TYPE=Release -DTARGET=x86_64-linux-gnu
                      -P "${SOURCE_DIR}/cmake/write_build_info.cmake" COMMAND_ERROR_IS_FATAL ANY)
  file(STRINGS "${work}/info.hpp" line REGEX "tessera_commit = ")
  string(REGEX REPLACE ".*\"(.*)\".*" "\\1" line "${line}")
  set(commit "${line}" PARENT_SCOPE)
endfunction()
function(expect what wanted)
  if(NOT commit STREQUAL wanted)
    message(FATAL_ERROR "${what}: expected the commit '${wanted}', got '${commit}'")
  endif()
endfunction()

set(clone "${work}/clone")
file(COPY "${SOURCE_DIR}/cmake/archived_commit.txt" DESTINATION "${clone}/cmake")
file(COPY "${SOURCE_DIR}/.gitattributes" DESTINATION "${clone}")
described("${clone}")
expect("a plain folder" unknown)

# Nothing of the system's or the user's settings.
set(ENV{GIT_CONFIG_GLOBAL} /dev/null)
set(ENV{GIT_CONFIG_SYSTEM} /dev/null)
function(git)
  execute_process(COMMAND git -C "${clone}" -c user.name=nobody -c user.email=nobody@localhost ${ARGN}
                  OUTPUT_VARIABLE said ERROR_VARIABLE said OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(said "${said}" PARENT_SCOPE)
endfunction()
git(init -q)
git(add .)
git(commit -q -m "a commit")
git(rev-parse HEAD)
set(full "${said}")
string(SUBSTRING "${full}" 0 12 short)
described("${clone}")
expect("a clone" "${short}")
git(archive -o "${work}/archive.tar" HEAD)
file(APPEND "${clone}/cmake/archived_commit.txt" "changed\n")
described("${clone}")
expect("a clone with changes" "${short}-dirty")
file(ARCHIVE_EXTRACT INPUT "${work}/archive.tar" DESTINATION "${work}/archive")
described("${work}/archive")
expect("an archive" "${short}")

file(REMOVE_RECURSE "${work}")
message("no paths, no dates, and every build knows its commit")

# Configures the program and the module where there is no network: nothing is fetched, whatever is missing.
cmake_minimum_required(VERSION 3.25)
set(work "${BUILD_DIR}/offline_test")
file(REMOVE_RECURSE "${work}")

# A network of its own, with nothing in it. Who is not root needs a user namespace for that.
execute_process(COMMAND id -u OUTPUT_VARIABLE user OUTPUT_STRIP_TRAILING_WHITESPACE)
set(offline unshare --net)
if(NOT user EQUAL 0)
  list(APPEND offline --map-current-user)
endif()
execute_process(COMMAND ${offline} true RESULT_VARIABLE result ERROR_VARIABLE reason)
if(NOT result EQUAL 0)
  message("SKIPPED: this user may not leave the network: ${reason}")
  return()
endif()
execute_process(COMMAND ${offline} cat /proc/net/dev OUTPUT_VARIABLE devices COMMAND_ERROR_IS_FATAL ANY)
if(devices MATCHES "\n *(eth|en|wl)[a-z0-9]*:")
  message(FATAL_ERROR "There is a network left:\n${devices}")
endif()

foreach(preset release wasm)
  execute_process(COMMAND ${offline} "${CMAKE_COMMAND}" --preset ${preset} -B "${work}/${preset}"
                  WORKING_DIRECTORY "${SOURCE_DIR}" RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "The preset ${preset} cannot be configured without a network:\n${output}")
  endif()
endforeach()

# What would fetch something later, at build time.
file(GLOB files "${SOURCE_DIR}/CMakeLists.txt" "${SOURCE_DIR}/cmake/*.cmake" "${SOURCE_DIR}/*/CMakeLists.txt" "${SOURCE_DIR}/*/*/CMakeLists.txt")
foreach(file IN LISTS files)
  file(STRINGS "${file}" found REGEX "FetchContent|ExternalProject|file\\(DOWNLOAD")
  if(found)
    message(FATAL_ERROR "${file} fetches something: ${found}")
  endif()
endforeach()
file(REMOVE_RECURSE "${work}")
message("configured without a network")

# Fails when the core cannot be configured on its own, as for WebAssembly. The build with the address sanitizer compiles it
# by the same compiler and just as free of exceptions.
cmake_minimum_required(VERSION 3.25)
find_program(SECOND_COMPILER clang++-19)
if(NOT SECOND_COMPILER)
  message("SKIPPED: clang++-19 is not installed (apt-get install clang-19)")
  return()
endif()
execute_process(COMMAND "${CMAKE_COMMAND}" --preset core-clang -B "${BUILD_DIR}/core_alone_test"
                WORKING_DIRECTORY "${SOURCE_DIR}" COMMAND_ERROR_IS_FATAL ANY)

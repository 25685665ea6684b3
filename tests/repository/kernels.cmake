# Fails when the kernels of the plug-in for CUDA cards do not compile, for the oldest card that they are for. The preset
# `cuda` makes the plug-in itself, for all cards.
cmake_minimum_required(VERSION 3.25)
find_program(NVCC nvcc HINTS ENV CUDACXX /usr/local/cuda/bin)
if(NOT NVCC)
  message("SKIPPED: nvcc is not installed (the CUDA toolkit has it; 13.0 was tried)")
  return()
endif()
file(GLOB kernels "${SOURCE_DIR}/tessera/backends/cuda/*.cu")
if(NOT kernels)
  message(FATAL_ERROR "There are no kernels in tessera/backends/cuda.")
endif()
set(folder "${BUILD_DIR}/kernels_test")
file(MAKE_DIRECTORY "${folder}")
foreach(kernel IN LISTS kernels)
  get_filename_component(name "${kernel}" NAME_WE)
  execute_process(COMMAND "${NVCC}" -std=c++20 -arch=sm_75 "-ccbin=${COMPILER}" "-I${SOURCE_DIR}"
                      -Xcompiler=-Wall,-Wextra,-Wshadow -Werror=all-warnings -c "${kernel}" -o "${folder}/${name}.o"
                  COMMAND_ERROR_IS_FATAL ANY)
endforeach()

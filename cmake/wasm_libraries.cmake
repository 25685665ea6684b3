# fmt and nlohmann-json for WebAssembly: their headers alone. The distribution's targets would bring all of the host's
# system headers with them, so the two folders are linked into one that has nothing else.
file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/headers")
foreach(header fmt/format.h nlohmann/json.hpp)
  get_filename_component(library "${header}" DIRECTORY)
  find_path(${library}_headers "${header}" PATHS /usr/include /usr/local/include)
  if(NOT ${library}_headers)
    message(FATAL_ERROR "the headers of ${library} are missing: install libfmt-dev and nlohmann-json3-dev")
  endif()
  file(CREATE_LINK "${${library}_headers}/${library}" "${CMAKE_BINARY_DIR}/headers/${library}" SYMBOLIC)
endforeach()
add_library(wasm_headers INTERFACE)
target_include_directories(wasm_headers SYSTEM INTERFACE "${CMAKE_BINARY_DIR}/headers")
# Numbers are never grouped by a locale here, and the code for it would be half of the module.
target_compile_definitions(wasm_headers INTERFACE FMT_HEADER_ONLY FMT_STATIC_THOUSANDS_SEPARATOR=',')
add_library(fmt::fmt ALIAS wasm_headers)
add_library(nlohmann_json::nlohmann_json ALIAS wasm_headers)

# Generates the registry: to add a heuristic or an algorithm is to add its one header.

# One translation unit per component (so that they compile in parallel), and one that lists them all. A header that
# lacks its `info`, its class or its function is a compile error in its own unit.
function(tessera_generate_components out_sources)
  set(folder "${CMAKE_BINARY_DIR}/generated")
  set(sources "")
  foreach(kind heuristic algorithm)
    if(kind STREQUAL "heuristic")
      set(header_folder heuristics)
      set(type HeuristicEntry)
    else()
      set(header_folder search)
      set(type AlgorithmEntry)
    endif()
    file(GLOB headers CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/tessera/${header_folder}/*.hpp")
    list(SORT headers)
    set(declarations "")
    set(entries "")
    foreach(header IN LISTS headers)
      get_filename_component(stem "${header}" NAME_WE)
      set(include "tessera/${header_folder}/${stem}.hpp")
      set(unit "${folder}/${kind}_${stem}.cpp")
      configure_file("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${kind}_unit.cpp.in" "${unit}" @ONLY)
      list(APPEND sources "${unit}")
      string(APPEND declarations "extern const ${type} ${kind}_${stem};\n")
      string(APPEND entries "    &${kind}_${stem},\n")
    endforeach()
    set(${kind}_declarations "${declarations}")
    set(${kind}_entries "${entries}")
    set_property(GLOBAL PROPERTY tessera_${kind}_declarations "${declarations}")
    set_property(GLOBAL PROPERTY tessera_${kind}_entries "${entries}")
  endforeach()
  configure_file("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/registry_lists.cpp.in" "${folder}/registry_lists.cpp" @ONLY)
  list(APPEND sources "${folder}/registry_lists.cpp")
  set(${out_sources} "${sources}" PARENT_SCOPE)
endfunction()

# The same lists with one more algorithm, from the header `include`, for a program that is linked with these
# sources.
function(tessera_registry_with out_sources include)
  get_filename_component(stem "${include}" NAME_WE)
  set(folder "${CMAKE_BINARY_DIR}/generated/with_${stem}")
  foreach(kind heuristic algorithm)
    get_property(${kind}_declarations GLOBAL PROPERTY tessera_${kind}_declarations)
    get_property(${kind}_entries GLOBAL PROPERTY tessera_${kind}_entries)
  endforeach()
  string(APPEND algorithm_declarations "extern const AlgorithmEntry algorithm_${stem};\n")
  string(APPEND algorithm_entries "    &algorithm_${stem},\n")
  configure_file("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/algorithm_unit.cpp.in" "${folder}/algorithm_${stem}.cpp" @ONLY)
  configure_file("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/registry_lists.cpp.in" "${folder}/registry_lists.cpp" @ONLY)
  set(${out_sources} "${folder}/algorithm_${stem}.cpp" "${folder}/registry_lists.cpp" PARENT_SCOPE)
endfunction()

# Lists the calls: adding one is adding its file under tessera/api/calls, which defines `call` in a namespace of its name.
function(tessera_generate_calls out_source)
  set(unit "${CMAKE_BINARY_DIR}/generated/call_list.cpp")
  file(GLOB files CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/tessera/api/calls/*.cpp")
  list(SORT files)
  set(declarations "")
  set(entries "")
  foreach(file IN LISTS files)
    get_filename_component(name "${file}" NAME_WE)
    string(APPEND declarations "namespace calls::${name} {\nextern const Call call;\n}\n")
    string(APPEND entries "        &calls::${name}::call,\n")
  endforeach()
  file(CONFIGURE OUTPUT "${unit}" @ONLY CONTENT
"// Generated from the files under tessera/api/calls: the list of the engine's calls.
#include \"tessera/api/call.hpp\"

namespace tessera::api {
@declarations@
Calls engine_calls() {
    static constexpr const Call* list[] = {
@entries@    };
    return list;
}

}  // namespace tessera::api
")
  set(${out_source} "${unit}" PARENT_SCOPE)
endfunction()

# Turns the published boards under data/ into string constants of the library.
function(tessera_generate_suites out_source)
  set(unit "${CMAKE_BINARY_DIR}/generated/suite_texts.cpp")
  set(body "")
  foreach(name korf15 korf24 antipodes15-80moves)
    set(file "${CMAKE_CURRENT_SOURCE_DIR}/data/published/${name}.txt")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    file(READ "${file}" text)
    string(MAKE_C_IDENTIFIER "${name}" identifier)
    string(APPEND body
      "extern const std::string_view ${identifier};\nconst std::string_view ${identifier} = R\"boards(${text})boards\";\n")
  endforeach()
  file(CONFIGURE OUTPUT "${unit}" @ONLY CONTENT
"// Generated from data/published: the boards that ship with the program.
#include <string_view>

namespace tessera::suite_texts {
@body@}  // namespace tessera::suite_texts
")
  set(${out_source} "${unit}" PARENT_SCOPE)
endfunction()

# Turns the weights of the learned guide under data/weights into constants of the library.
function(tessera_generate_weights out_source)
  set(unit "${CMAKE_BINARY_DIR}/generated/weights.cpp")
  file(GLOB files CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/data/weights/*.net")
  list(SORT files)
  set(entries "")
  foreach(file IN LISTS files)
    get_filename_component(name "${file}" NAME_WE)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    file(READ "${file}" bytes HEX)
    string(LENGTH "${bytes}" length)
    math(EXPR length "${length} / 2")
    string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
    string(APPEND entries "    {\"${name}\", {\"${bytes}\", ${length}}},\n")
  endforeach()
  set(list "    return {};")
  if(entries)
    set(list "    static constexpr ShippedWeights list[] = {\n${entries}    };\n    return list;")
  endif()
  file(CONFIGURE OUTPUT "${unit}" @ONLY CONTENT
"// Generated from data/weights: the weights that the learned guide ships with.
#include \"tessera/heuristics/support/guide_weights.hpp\"

namespace tessera::heuristics {

std::span<const ShippedWeights> shipped_weights() {
@list@
}

}  // namespace tessera::heuristics
")
  set(${out_source} "${unit}" PARENT_SCOPE)
endfunction()

# Turns the suites under data/suites into string constants of the lab.
function(tessera_generate_lab_data out_source)
  set(unit "${CMAKE_BINARY_DIR}/generated/lab_data.cpp")
  file(GLOB files CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/data/suites/*.toml")
  set(names "")
  foreach(file IN LISTS files)
    get_filename_component(name "${file}" NAME_WE)
    list(APPEND names "${name}")
  endforeach()
  list(SORT names)
  # Those that need files of other projects come last.
  set(suites "")
  set(external_suites "")
  foreach(name IN LISTS names)
    set(file "${CMAKE_CURRENT_SOURCE_DIR}/data/suites/${name}.toml")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    file(READ "${file}" text)
    set(list suites)
    if(text MATCHES "\nexternal = ")
      set(list external_suites)
    endif()
    string(APPEND ${list} "    {\"${name}\", R\"suite(${text})suite\"},\n")
  endforeach()
  string(APPEND suites "${external_suites}")
  file(CONFIGURE OUTPUT "${unit}" @ONLY CONTENT
"// Generated from data/suites: the suites that the lab ships with.
#include \"tessera/lab/suite.hpp\"

namespace tessera::lab {

std::span<const ShippedSuite> shipped_suites() {
    static constexpr ShippedSuite list[] = {
@suites@    };
    return list;
}

}  // namespace tessera::lab
")
  set(${out_source} "${unit}" PARENT_SCOPE)
endfunction()

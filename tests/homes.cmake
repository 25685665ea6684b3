# Where the tests of a file have their home (CMakeLists.txt says what that is).

# tessera_home_of_folder(FOLDER OUT): the home of the suites in a folder, unless their file names another.
function(tessera_home_of_folder folder out)
  get_filename_component(name "${folder}" NAME)
  set(home sanitizers)
  # Templates that take minutes to compile with sanitizers (the engine's tests run them all there), and what drives the program from outside.
  if(name MATCHES "^(search|heuristics|apps|repository)$")
    set(home release)
  endif()
  set(${out} "${home}" PARENT_SCOPE)
endfunction()

# tessera_home_of(FILE OUT): the home of the suites in a file.
function(tessera_home_of file out)
  get_filename_component(folder "${file}" DIRECTORY)
  tessera_home_of_folder("${folder}" home)
  file(STRINGS "${file}" line LIMIT_COUNT 1 REGEX "^// home: ")
  if(line)
    string(REPLACE "// home: " "" home "${line}")
    if(NOT home MATCHES "^(release|sanitizers|release and threads)$")
      message(FATAL_ERROR "${file}: there is no home '${home}' for tests.")
    endif()
  endif()
  set(${out} "${home}" PARENT_SCOPE)
endfunction()

# tessera_sources_at_home(BUILD SOURCES OUT): those that have suites at home in this build.
function(tessera_sources_at_home build sources out)
  set(result "")
  foreach(file IN LISTS sources)
    tessera_home_of("${file}" home)
    file(STRINGS "${file}" in_release LIMIT_COUNT 1 REGEX "^TEST[_FP]*\\((Slow|[A-Za-z0-9]*InRelease)")
    if(home MATCHES "${build}" OR (in_release AND build STREQUAL "release"))
      list(APPEND result "${file}")
    endif()
  endforeach()
  set(${out} "${result}" PARENT_SCOPE)
endfunction()

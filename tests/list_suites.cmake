# Asks the GoogleTest program PROGRAM for its suites and writes one ctest entry for each into OUTPUT; ENVIRONMENT may name
# a variable that they run with.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND "${PROGRAM}" --gtest_list_tests
                OUTPUT_VARIABLE listing COMMAND_ERROR_IS_FATAL ANY)
# A suite stands at the beginning of a line and ends with a dot; its tests are indented; `#` begins a comment.
string(REGEX MATCHALL "(^|\n)[^ \n]+\\." suites "${listing}")
set(content "")
foreach(suite IN LISTS suites)
  string(REGEX REPLACE "^\n|\\.$" "" suite "${suite}")
  set(labels "${LABEL}")
  set(timeout 600)
  set(cost 1)
  if(suite MATCHES "(^|/)(Slow|Long)[^/]*")
    list(APPEND labels slow)
    if(suite MATCHES "(^|/)Long[^/]*")
      list(APPEND labels long)
    endif()
    set(timeout 1800)
    set(cost 100)  # first, so that none is left running alone at the end
  endif()
  string(APPEND content
    "add_test([==[${PREFIX}.${suite}]==] [==[${PROGRAM}]==] [==[--gtest_filter=${suite}.*]==])\n"
    "set_tests_properties([==[${PREFIX}.${suite}]==] PROPERTIES LABELS [==[${labels}]==] TIMEOUT ${timeout} COST ${cost} ENVIRONMENT [==[${ENVIRONMENT}]==])\n")
endforeach()
file(WRITE "${OUTPUT}" "${content}")

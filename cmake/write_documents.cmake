# Run at every installation: has PROGRAM write its manual and completions into OUTPUT, beside the changes (CHANGES), as they are
# installed. Compressed without name and time, so that the same text is the same bytes.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE "${OUTPUT}")
file(MAKE_DIRECTORY "${OUTPUT}")
foreach(shell bash zsh fish)
  execute_process(COMMAND "${PROGRAM}" completions ${shell}
                  OUTPUT_FILE "${OUTPUT}/completion.${shell}" COMMAND_ERROR_IS_FATAL ANY)
endforeach()
execute_process(COMMAND "${PROGRAM}" man COMMAND gzip -9 -n
                OUTPUT_FILE "${OUTPUT}/tessera.1.gz" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND gzip -9 -n INPUT_FILE "${CHANGES}"
                OUTPUT_FILE "${OUTPUT}/changelog.gz" COMMAND_ERROR_IS_FATAL ANY)

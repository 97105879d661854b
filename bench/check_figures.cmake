# cmake -D BENCH=... -D FIGURES=a;b.c -P check_figures.cmake: `BENCH --quick --json` prints every one of these members,
# or members of members, as a positive number.
execute_process(COMMAND ${BENCH} --quick --json OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
foreach(name IN LISTS FIGURES)
  string(REPLACE "." ";" path ${name})
  string(JSON value GET "${output}" ${path})
  if(NOT value GREATER 0)
    message(FATAL_ERROR "${name} is ${value}")
  endif()
endforeach()

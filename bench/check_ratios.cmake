# cmake -D BENCH=... -D RATIOS=a;b -P check_ratios.cmake: `BENCH --quick --json` prints every ratio as a positive number.
execute_process(COMMAND ${BENCH} --quick --json OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
foreach(name IN LISTS RATIOS)
  string(JSON value GET "${output}" ratios ${name})
  if(NOT value GREATER 0)
    message(FATAL_ERROR "${name} is ${value}")
  endif()
endforeach()

# cmake -D CORE=... -P check_core.cmake: `core --quick --json` prints every ratio as a positive number.
execute_process(COMMAND ${CORE} --quick --json OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
foreach(name loop_over_fork snapshot_over_fork switch_futex_over_borrowed gates_off_over_native all_on_over_tsan)
  string(JSON value GET "${output}" ratios ${name})
  if(NOT value GREATER 0)
    message(FATAL_ERROR "${name} is ${value}")
  endif()
endforeach()

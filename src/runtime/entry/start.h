// Taking over: between the loader and main.
#pragma once

namespace heddle::runtime {

// __libc_start_main. On its own the program starts as always.
int start_program(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(), void (*fini)(),
                  void (*loader_fini)(), void* stack_end);

}  // namespace heddle::runtime

// What the functions of heddle.h do.
#pragma once

namespace heddle::runtime {

void program_loop_start();
int program_loop_restart();
int program_choose(int count, const void* caller);
void program_assume(int condition);
void program_atomic_begin(const void* caller);
void program_atomic_end();
[[noreturn]] void program_fail(const char* file, int line, const char* message);

}  // namespace heddle::runtime

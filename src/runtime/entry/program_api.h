// What the functions of heddle.h do.
#pragma once

namespace heddle::runtime {

void program_loop_start();
int program_loop_restart();
int program_choose(int count, const void* caller);
void program_assume(int condition);
void program_atomic_begin(const void* caller);
void program_atomic_end();
// The same of a benchmark program, which does not go on when it runs on its own, either.
void program_require(int condition);
// Sections that exclude each other like those of one lock: what is accessed in two of them is no race.
void program_exclusive_begin(const void* caller);
void program_exclusive_end(const void* caller);
// A benchmark program has got where it must not.
[[noreturn]] void program_error(const char* what, const void* caller);

}  // namespace heddle::runtime

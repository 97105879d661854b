// The constructors of the program's libraries. The loader runs them before the program starts, and so before heddle has
// taken over. Where one of them creates a thread, the command line starts the program again, and then they are taken
// away from the loader, and run as part of every execution, like those of the executable.
#pragma once

namespace heddle::runtime {

// Before the loader comes to them.
void take_library_constructors(char** environment);

// In the loader's order: those of a library behind those of the libraries it needs.
void run_library_constructors(int count, char** arguments, char** environment);

}  // namespace heddle::runtime

// The end of the target's process, and of an execution: exit, abort, assertions, crashes.
#pragma once

#include <cstdint>

namespace heddle::runtime {

// exit(): thread_local destructors of the calling thread, then libc's handlers and destructors, then end_process.
[[noreturn]] void exit_process(int status);
// _exit(): a visible operation; the execution ends.
[[noreturn]] void end_process(int status, const void* caller);

[[noreturn]] void fail_assertion(const char* expression, const char* file, unsigned line, const char* function);
// abort(): by std::terminate, or for itself.
[[noreturn]] void abort_execution();
// A fatal signal the target sent to itself.
[[noreturn]] void crash_by_signal(int signal);
// free() of what is no block, or a second time.
[[noreturn]] void crash_by_invalid_free(bool freed_before);

// Catches SIGSEGV and friends on a stack of its own, and the command line's question where the threads are.
void install_crash_handlers();
// Where the calling kernel thread handles them.
void use_crash_stack();

}  // namespace heddle::runtime

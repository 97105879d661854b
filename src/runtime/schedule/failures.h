// Failures that end an execution: assertions, abort, crashes that the program makes itself.
#pragma once

namespace heddle::runtime {

[[noreturn]] void fail_assertion(const char* expression, const char* file, unsigned line, const char* function);
// abort(): by std::terminate, or for itself.
[[noreturn]] void abort_execution();
// A fatal signal the target sent to itself.
[[noreturn]] void crash_by_signal(int signal);
// free() of what is no block, or a second time.
[[noreturn]] void crash_by_invalid_free(bool freed_before);

// heddle_fail. Of a program on its own it ends the process.
[[noreturn]] void program_fail(const char* file, int line, const char* message);

}  // namespace heddle::runtime

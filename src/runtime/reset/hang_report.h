// Where every thread is, in words: for the watchdog's report.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

// One line per thread, "T1 waits in lock" and the innermost frames as module+offset. `instruction` and `frame` are the
// running thread's.
std::size_t describe_threads(char* buffer, std::size_t capacity, std::uintptr_t instruction, std::uintptr_t frame);

// The same, for the command line.
void note_where_threads_are(std::uintptr_t instruction, std::uintptr_t frame);

// Answers the watchdog: where each thread is; ends the process.
[[noreturn]] void report_hang(std::uintptr_t instruction, std::uintptr_t frame);

}  // namespace heddle::runtime

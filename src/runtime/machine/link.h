// The segment: what this process shares with the command line.
#pragma once

#include <atomic>
#include <cstdint>

#include "trace/segment.h"

namespace heddle::runtime {

// Maps the segment named in the environment. False: the program was started on its own.
bool attach_segment(int descriptor);
// The same where that was not done yet: a library's constructor may need refusing before the program has started.
bool attach_by_environment();
[[nodiscard]] segment::Segment& worker_segment();
// With exec reset it stays open.
[[nodiscard]] long segment_descriptor();
[[nodiscard]] std::uint64_t executions_done();

// A process makes every execution: by fork, or by exec (fork_reset.h).
[[nodiscard]] bool forks();
[[nodiscard]] bool executes();
// True in a process that a process with the engine has started.
[[nodiscard]] bool executed_anew();

// Food for the watchdog outside. One writer: a plain increment, visible to it sooner or later.
extern std::atomic<std::uint64_t>* heartbeat;
inline void beat() { heartbeat->store(heartbeat->load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }

// Ends the process with a phase and one line in the segment (standard error where there is no segment yet).
[[noreturn]] void leave_process(segment::Phase phase, const char* message, int exit_code);
// What comes before: of a process that has made others, or that is no part of the execution.
using Leaving = void (*)(segment::Phase phase, const char* message, int exit_code);
void before_leaving(Leaving leaving);

}  // namespace heddle::runtime

// The engine's side inside the target process: obeys the request in the segment, execution by execution.
#pragma once

#include <atomic>
#include <cstdint>

#include "trace/segment.h"

namespace heddle::runtime {

// Maps the segment named in the environment. False: the program was started on its own.
bool attach_segment(int descriptor);
[[nodiscard]] segment::Segment& worker_segment();
// With exec reset it stays open.
[[nodiscard]] long segment_descriptor();
[[nodiscard]] std::uint64_t executions_done();

// Food for the watchdog outside. One writer: a plain increment, visible to it sooner or later.
extern std::atomic<std::uint64_t>* heartbeat;
inline void beat() { heartbeat->store(heartbeat->load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }

// The engine's loop, on its own context. `entry` is what main's context runs in every execution.
[[noreturn]] void work(void (*entry)());

// Answers the watchdog: where each thread is; ends the process.
[[noreturn]] void report_hang(std::uintptr_t instruction, std::uintptr_t frame);

// Ends the process with a phase and one line in the segment (standard error where there is no segment yet).
[[noreturn]] void leave_process(segment::Phase phase, const char* message, int exit_code);

}  // namespace heddle::runtime

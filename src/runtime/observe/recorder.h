// Writes the events of one execution into the segment, with stacks and values, for the command line to tell the story.
#pragma once

#include <cstdint>

#include "core/event.h"
#include "core/outcome.h"
#include "engine/finding_sink.h"
#include "runtime/state/state.h"
#include "trace/segment.h"

namespace heddle::runtime {

void begin_recording();
// The operation happens now: its stack, and the value it finds.
void record_event(const Event& event, const Thread& self);
// An access that is no visible operation, while other threads are there: it may be what the failure is about. `site` is
// its record, or null. Gives where it was written; nullptr: it was not.
segment::RecordedEvent* record_quiet_access(const Event& event, const Thread& self, const void* site);
// The value that the choice which has just been recorded stands for.
void record_choice(const char* value);
// A heap block begins, or is about to end; that may have been a visible operation just now.
void record_allocation(std::uintptr_t start);
void record_free(std::uintptr_t payload, const void* caller, bool was_visible);
// What a detector saw, which ends the execution.
void record_detected(const Fault& fault);
// The thread has got on: the value its last write left is in memory.
void complete_event(const Thread& self);
// At the end of the execution: what every thread's last write left, the threads, the modules.
void finish_recording(const Outcome& outcome);

// The thread is about to perform an operation that it may never get to.
void note_pending(const Thread& self);
// An execution that fails: the stack of the thread, from the current frame, or from a signal's.
void record_fault();
void record_fault(std::uintptr_t instruction, std::uintptr_t frame);

// The table of threads alone.
void record_threads();

// Return addresses of the calling thread, innermost first, without the runtime's own frames.
std::size_t capture_stack(std::uintptr_t* frames, std::size_t capacity);
// The same for a parked context, by the chain of frame pointers.
std::size_t walk_frames(std::uintptr_t frame, std::uintptr_t* frames, std::size_t capacity);

// Copies memory that may not be readable; false if it is not.
bool read_safely(std::uintptr_t address, void* to, std::size_t size);

}  // namespace heddle::runtime

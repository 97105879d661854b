// The process that a fork of the target makes, until it calls exec or ends: the target's code and memory without
// heddle's schedule.
//
// Interposed functions go to libc. System calls are still dispatched, because the kernel's state is not what the
// program takes it for: descriptors that the target regards as blocking do not block (descriptors.h), addresses of
// sockets are the target's own, numbers of processes too. All others are passed on. Nothing here is under control: no
// schedule, no events, real time.
#pragma once

#include <ucontext.h>

#include <cstddef>
#include <cstdint>

#include "core/operation.h"
#include "runtime/state/descriptor_state.h"

namespace heddle::runtime {

// Where children write what their parent is to know. Called by whoever makes one.
void prepare_notes();
struct ChildNote {
  int error = 0;  // of the last system call that failed, when it ended without exec
};
[[nodiscard]] ChildNote& note_of_child(std::size_t index);
// Ends the process in the name of a child that could not go on.
void check_for_refusal();

struct FreeProcess {
  int parent = 0;         // as the kernel calls it
  int number = 0;         // as the target does, or as the kernel does
  bool is_child = false;  // of the target: not of another such process
  std::size_t index = 0;  // of its note, then
};
// Called by a new process.
void enter_free_mode(const FreeProcess& self);
// The same where it was made by a dispatched system call, whose frame it returns through.
void begin_free_frame(ucontext_t& context, long stack);

// A dispatched system call in free mode.
void free_system_call(ucontext_t& context);

// Waits as the kernel would have done. False: the time is up, or a signal interrupted it.
[[nodiscard]] bool wait_freely(OperationKind kind, DescriptorWait& wait);
// Of the call under way, where it has a mask of its own (ppoll ...); nullptr: it has none.
void set_call_mask(const std::uint64_t* mask);

}  // namespace heddle::runtime

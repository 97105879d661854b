// Child processes of the target: fork, exec and everything libc makes of them.
//
// A child is a real process that nobody schedules (free_mode.h), and infinitely fast: between any two steps of the
// target every child runs until it has ended or waits for something (settling.h). So there is one result per schedule,
// and how a child's own steps interleave with the target's is not explored. The target sees numbers that are the same
// in every execution instead of the kernel's. No child outlives its execution.
#pragma once

#include <spawn.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>

#include "runtime/state/child_state.h"

namespace heddle::runtime {

class Line;

// There is something to be had, or nothing to wait for.
[[nodiscard]] bool child_wait_is_over(const ChildWait& wait);

// Handles a system call that makes, awaits or signals a child. False: it does not. A call that makes one returns twice,
// the second time in the child with is_free().
[[nodiscard]] bool child_call(long number, const long (&arguments)[6], const void* caller, long& result);

// posix_spawn and posix_spawnp by way of libc's, which takes its child to share memory with it.
using Spawn = int (*)(pid_t*, const char*, const posix_spawn_file_actions_t*, const posix_spawnattr_t*, char* const*,
                      char* const*);
int spawn_child(Spawn spawn, pid_t* number, const char* file, const posix_spawn_file_actions_t* actions,
                const posix_spawnattr_t* attributes, char* const* arguments, char* const* environment);

// Is this the number of a child that was not waited for?
[[nodiscard]] bool is_child(long number);
// kill() of it, or of the group that it leads.
long signal_child(long number, int signal, const void* caller);

// The target has done something that may make a child go on.
void note_step_for_children();
extern bool children_unsettled;
void wait_until_settled();
// Returns when no child is about to do anything. Asked at every step.
inline void settle_children() {
  if (children_unsettled) [[unlikely]] {
    wait_until_settled();
  }
}

// At the end of an execution: kills the children and all that came from them.
void end_children();
// Is there one that was not waited for?
[[nodiscard]] bool children_present();
// ... or a process that came from one?
[[nodiscard]] bool any_children_left();

// Of the thread whose turn it is: that it waits for a child to settle. False: it does not.
bool describe_busy_child(Line& line);

}  // namespace heddle::runtime

// Descriptors that one thread of the target makes ready for another: pipes, sockets, event counters, timers, epoll
// sets.
//
// The kernel keeps them and what is in them, but never waits: all are non-blocking there, whatever the target asked
// for. A call that would block is a visible operation that is not enabled until the kernel, asked by poll with no
// timeout, says that the descriptor is ready. That is deterministic: every peer is a thread of the target, and one runs
// at a time. Timers are event counters that virtual time counts up.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/state/descriptor_state.h"

namespace heddle::runtime {

struct Thread;

// Handles a system call that concerns such descriptors. False: it does not.
[[nodiscard]] bool descriptor_call(long number, const long (&arguments)[6], const void* caller, long& result);
// Is this one of the system calls that only ever concern such descriptors, or may?
[[nodiscard]] bool may_be_descriptor_call(long number);

// Can the thread, which is before a descriptor operation, perform it?
[[nodiscard]] bool descriptors_ready(const Thread& self);

[[nodiscard]] bool descriptors_open();

}  // namespace heddle::runtime

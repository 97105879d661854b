// The parts of descriptors.h among themselves.
#pragma once

#include "runtime/kernel/descriptors.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/state/control.h"

namespace heddle::runtime {

using Arguments = const long (&)[6];

// What operations concern: a file's channel, or everything.
[[nodiscard]] const void* object_of_file(const OpenFile& file);
[[nodiscard]] const void* object_of_all();

// `with`: a file with which it shares a channel.
OpenFile& add_file(long descriptor, FileKind kind, bool nonblocking, const OpenFile* with = nullptr);
void add_descriptor(long descriptor, OpenFile& file);
void remove_descriptor(long descriptor);
void join_channel(OpenFile& file, const OpenFile& with);
[[nodiscard]] long descriptor_of(const OpenFile& file);

// Of a socket's timeout that begins now.
[[nodiscard]] inline std::uint64_t deadline_of_timeout(std::uint64_t timeout) {
  return timeout == 0 || timeout > kNever / 4 ? kNever : state().clock + timeout;
}

// Is there a schedule by which an operation can wait, or a process that may?
[[nodiscard]] inline bool can_wait() { return execution.active || is_free(); }
// Announces an operation and returns when it is its turn and what it waits for is there. False: the deadline passed, or
// a signal interrupted it.
bool take_descriptor_turn(OperationKind kind, const void* object, DescriptorWait& wait, const void* caller);
// One that never waits.
void take_descriptor_turn(OperationKind kind, const void* object, const void* caller);

// Something can be read or written, or cannot any more.
void note_change(const OpenFile& file);
// The current thread has found nothing and does not wait.
void found_nothing(const void* object, const void* caller);

long pass_call(long number, Arguments a);
// The kernel's copying from and to the target's memory is no access that a hook sees. It is part of the step.
void note_memory(const void* address, long size, bool writes, const void* caller);

// Timers.
void expire_timers();
[[nodiscard]] std::uint64_t deadline_with_timers(const DescriptorWait& wait);
void refresh_deadlines();
bool timer_call(long number, Arguments a, const void* caller, long& result);

// signalfd, as this thread sees it.
void refresh_signal_files(const Thread& asking);
long read_signals(const OpenFile& file, void* to, std::size_t size);
bool signal_file_call(long number, Arguments a, const void* caller, long& result);

// Each: false if the call is none of its own.
bool socket_call(long number, Arguments a, const void* caller, long& result);
bool polling_call(long number, Arguments a, const void* caller, long& result);

}  // namespace heddle::runtime

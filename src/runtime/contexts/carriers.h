// Who carries the contexts of the target's threads, and the engine's.
//
// Borrowed: one kernel thread carries them all; a switch takes nanoseconds.
// Kernel: the kernel thread that a context comes from carries it, and the engine has one of its own; whoever goes on is
// woken through a futex, whoever does not sleeps on its own stack. A debugger sees every thread where it is.
//
// Either way a single context goes on at a time, and those that do not are saved in the same form, so memory can be put
// back, and threads continued from there, in both.
#pragma once

#include <cstddef>

#include "runtime/machine/arch.h"
#include "runtime/state/state.h"

namespace heddle::runtime {

// Before there are any contexts.
void use_kernel_threads();
[[nodiscard]] bool on_kernel_threads();
[[nodiscard]] bool uses_kernel_threads();
// As before: what sched_getaffinity is to say where kernel threads are used.
[[nodiscard]] long get_affinity(void* to, std::size_t size);
// Gives the calling thread back what it had.
void return_processors();

// For the kernel thread behind a context, when it is new: the first while its creator waits, the second from then on.
// The engine's has the slot kEngineSlot.
inline constexpr std::size_t kEngineSlot = kMaxThreads;
void prepare_carrier(std::size_t slot);
[[noreturn]] void carry(std::size_t slot);

// Called once, by the process's first thread, which carries main from now on, or everything.
[[noreturn]] void start_engine(const Context& engine);

// Continues another thread. Returns when this one is continued.
void pass_turn(Thread& self, const Thread& next);
// The same for a thread that has ended.
[[noreturn]] void pass_turn_for_good(const Thread& self, const Thread& next);

// Called by the engine: continues a thread. Returns when one comes back.
void enter_target(const Thread& next);
// The same in a process of fork or exec reset, which has no engine.
[[noreturn]] void enter_target_for_good(const Thread& next);
// Called by a thread: continues the engine. Returns when the engine continues this thread.
void return_to_engine(Thread& self);
// Continues the engine for good: the execution is over.
[[noreturn]] void leave_for_engine(const Thread& self);

// Called by the engine before memory is put back: nothing is on the stack of a thread any more.
void clear_target_stacks();

// True where the calling kernel thread is the one that carries the current thread. If not, that one gets the signal.
[[nodiscard]] bool forward_to_current(int signal);

}  // namespace heddle::runtime

// Scheduling points: the executor's heart.
//
// One thread of the target runs at a time. A thread that is about to perform a visible operation
// announces it and calls into here; on its stack, the next alternative is chosen and its thread continued. When that
// call returns, it is the announcing thread's turn and it performs the operation at once: nothing else can come
// between. A step is that operation and all invisible code up to the thread's next announcement. Threads that have
// invisible code to run (a new one; one whose join, barrier or futex wait completed) run it before the next choice, as
// part of the step.
#pragma once

#include <cstdint>

#include "core/event.h"
#include "heddle/abi.h"
#include "runtime/state/state.h"

namespace heddle::runtime {

// Where an operation stands: an instrumented site, or the return address of an intercepted call.
struct Place {
  const heddle_site* site = nullptr;
  const void* caller = nullptr;
};

// Announces a visible operation of the current thread and returns when it is its turn. A deadline makes kTimeout an
// alternative while the operation cannot proceed.
Variant visible(OperationKind kind, const void* object, Place place, std::uint32_t variants = 1,
                std::uint64_t deadline = kNever);

// An instrumented memory access, plain or atomic.
void visible_access(OperationKind kind, const void* address, std::size_t size, const heddle_site* site);
// A range read or written by a libc function the target called.
void visible_range(OperationKind kind, const void* address, std::size_t size, const void* caller);
// The same where it is known whether a compare-exchange will store.
void visible_compare_exchange(const void* address, const heddle_site* site, std::uint64_t low, std::uint64_t high);

// An atomic operation or fence that has no site: everything is said by the call.
struct AtomicCall {
  OperationKind kind;
  const void* address = nullptr;  // none: a fence
  std::size_t size = 0;
  const void* caller = nullptr;
  MemoryOrder order = MemoryOrder::kNone;
  MemoryOrder failure_order = MemoryOrder::kNone;
  std::uint64_t expected[2] = {};  // compare-exchange
};
void visible_atomic(const AtomicCall& call);

// The same for an operation about a signal, or about signals (0).
Variant visible_signal(OperationKind kind, int signal, const void* caller, std::uint64_t deadline = kNever);
// The thread handles a signal now, or puts it off.
void note_signal(Thread& self, OperationKind kind, int signal, Variant variant, bool is_visible);

// What visible() and wait() return where a handler has run while the operation could not be performed: the call returns
// EINTR. Operations that never do so, and calls that are restarted, go on by themselves.
inline constexpr Variant kInterrupted = 0xfff9;

// Blocks the current thread until somebody calls release(), or the deadline passes (kTimeout), or it wakes spuriously.
// While it waits others may turn the wait into a parked operation (a signalled condition wait into taking its mutex).
Variant wait(OperationKind kind, const void* object, Place place, std::uint64_t deadline, bool spurious = false);
// The current thread waits in code that heddle does not see. Returns when it is to try whether it can go on.
void wait_unseen();
// Ends a thread's wait; it continues before the next choice.
void release(Thread& waiter);
// Queues a new thread's first code.
void make_runnable(Thread& newcomer);

// An operation that needs no scheduling point: thread create, start, end, join, detach.
// Also: what the kernel reads and writes in memory as part of the operation before (with a size).
void invisible(OperationKind kind, const void* object, Place place, ThreadId other = kNoThread, std::uint32_t size = 0);

// Continues another thread for good: the current one has ended.
[[noreturn]] void leave_ended_thread();

// A thread may be too close to the end of its stack for our own code.
void check_stack(Thread& self);

}  // namespace heddle::runtime

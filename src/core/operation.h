// What a thread does, or is about to do.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/ids.h"

namespace heddle {

// The numbers go into event hashes and files: append only.
enum class OperationKind : std::uint8_t {
  // Memory.
  kRead = 0,
  kWrite,
  kReadRange,
  kWriteRange,
  kVptrRead,
  kVptrWrite,
  kAtomicLoad,
  kAtomicStore,
  kAtomicReadModifyWrite,
  kAtomicCompareExchange,
  kFence,
  kAllocate,
  kFree,
  // Threads. Invisible: they commute with whatever can be enabled beside them.
  kThreadCreate,
  kThreadStart,
  kThreadEnd,
  kThreadJoin,
  kThreadDetach,
  kThreadCancel,
  // Mutexes; also C11's and the spin locks.
  kMutexLock,
  kMutexTryLock,
  kMutexTimedLock,
  kMutexUnlock,
  kMutexDestroy,
  kSpinLock,
  kSpinTryLock,
  kSpinUnlock,
  // Reader-writer locks.
  kReadLock,
  kTryReadLock,
  kTimedReadLock,
  kWriteLock,
  kTryWriteLock,
  kTimedWriteLock,
  kReadWriteUnlock,
  kReadWriteDestroy,
  // Condition variables. A wait is two operations: kConditionWait releases the mutex and joins the queue;
  // kConditionWake is what a queued thread is parked before, until a signal turns it into kConditionReacquire.
  kConditionWait,
  kConditionWake,
  kConditionReacquire,
  kConditionSignal,
  kConditionBroadcast,
  kConditionDestroy,
  // Semaphores and barriers.
  kSemaphoreWait,
  kSemaphoreTryWait,
  kSemaphoreTimedWait,
  kSemaphorePost,
  kSemaphoreGetValue,
  kSemaphoreDestroy,
  kBarrierWait,
  kBarrierDestroy,
  // Once-only initialisation: pthread_once, call_once, guards of function-local statics.
  kOnceEnter,
  kOnceDone,
  kOnceAbort,
  // Futexes, reached by std::atomic::wait and by code that libc keeps to itself.
  kFutexWait,
  kFutexWake,
  // Time and choice.
  kYield,
  kSleep,
  kChoose,
  kProcessExit,
  kAtomicSection,
  // Descriptors: pipes, sockets, event counters, timers. Opening includes all that changes which descriptor is what.
  kDescriptorOpen,
  kDescriptorClose,
  kDescriptorRead,
  kDescriptorWrite,
  kDescriptorControl,
  kAccept,
  kConnect,
  kPoll,
  // A thread that reached nothing heddle sees for a while has its turn again.
  kUnseenWait,
  // Signals. `size` of such an operation is the number of the signal, or 0. Suspending: sigsuspend, pause.
  kSignalSend,
  kSignalDeliver,
  kSignalHold,
  kSignalAction,
  kSignalMask,
  kSignalWait,
  kSignalSuspend,
  kSignalTimer,
  // Child processes.
  kProcessCreate,
  kProcessWait,
  kProcessSignal,
  // The end of a local variable's life, with its function.
  kFrameEnd,
};
inline constexpr int kOperationKindCount = static_cast<int>(OperationKind::kFrameEnd) + 1;

enum class MemoryOrder : std::uint8_t {
  kRelaxed = 0,
  kConsume = 1,
  kAcquire = 2,
  kRelease = 3,
  kAcquireRelease = 4,
  kSequentiallyConsistent = 5,
  kNone = 15,
};

// "lock", "read", "cond-signal" ...: what reports print.
[[nodiscard]] std::string_view name(OperationKind kind);
[[nodiscard]] std::string_view name(MemoryOrder order);

// Accesses to memory cells, atomic ones included; their visibility depends on the point set only where not atomic.
[[nodiscard]] constexpr bool is_plain_access(OperationKind kind) { return kind <= OperationKind::kVptrWrite; }
[[nodiscard]] constexpr bool is_atomic_access(OperationKind kind) {
  return kind >= OperationKind::kAtomicLoad && kind <= OperationKind::kAtomicCompareExchange;
}
// Of bytes, the end of a heap block included; fences are none.
[[nodiscard]] constexpr bool is_memory_access(OperationKind kind) {
  return kind <= OperationKind::kFree && kind != OperationKind::kFence && kind != OperationKind::kAllocate;
}
// The three parts of a wait on a condition variable, which concern a mutex too.
[[nodiscard]] constexpr bool is_condition_wait(OperationKind kind) {
  return kind >= OperationKind::kConditionWait && kind <= OperationKind::kConditionReacquire;
}
[[nodiscard]] constexpr bool is_descriptor_operation(OperationKind kind) {
  return kind >= OperationKind::kDescriptorOpen && kind <= OperationKind::kPoll;
}
[[nodiscard]] constexpr bool is_signal_operation(OperationKind kind) {
  return kind >= OperationKind::kSignalSend && kind <= OperationKind::kSignalTimer;
}
[[nodiscard]] constexpr bool is_child_operation(OperationKind kind) {
  return kind >= OperationKind::kProcessCreate && kind <= OperationKind::kProcessSignal;
}
// Thread create, start, end, join and detach run at once, as part of the step before.
[[nodiscard]] constexpr bool is_thread_lifecycle(OperationKind kind) {
  return kind >= OperationKind::kThreadCreate && kind <= OperationKind::kThreadCancel;
}

// An operation as strategies and detectors see it. `address` is this process's view, for looking at memory; only
// `object` has a meaning beyond the execution.
struct Operation {
  OperationKind kind = OperationKind::kRead;
  MemoryOrder order = MemoryOrder::kNone;
  MemoryOrder failure_order = MemoryOrder::kNone;
  std::uint32_t size = 0;
  SiteId site = {};
  ObjectId object = {};
  std::uintptr_t address = 0;
};

}  // namespace heddle

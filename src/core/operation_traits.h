// What every kind of operation does: one row for each, in their order.
//
// Whoever asks what an operation does asks here: detectors, pruning, reports, and the search for loops that change
// nothing. What two operations have to do with each other is in dependence.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/operation.h"

namespace heddle {

// ... to the bytes at its address. A compare-exchange that fails only reads.
enum class Effect : std::uint8_t { kNone, kReads, kWrites, kUpdates };
// ... to what it is about, bytes or an object: two operations that touch the same commute if neither changes it.
enum class Touch : std::uint8_t { kNothing, kReads, kChanges };
// ... to a lock, where it succeeds.
enum class Locking : std::uint8_t { kNone, kTakes, kShares, kReleases };

struct OperationTraits {
  OperationKind kind = OperationKind::kRead;
  std::string_view name;  // what reports print
  Touch touches = Touch::kNothing;
  Effect memory = Effect::kNone;
  bool atomic = false;
  bool range = false;  // of many values
  Locking lock = Locking::kNone;
  bool tries = false;  // goes on at once where it does not get what it wants
};

namespace detail {

// clang-format off
inline constexpr std::array<OperationTraits, kOperationKindCount> kOperationTraits{
    OperationTraits{.kind = OperationKind::kRead, .name = "read", .touches = Touch::kReads, .memory = Effect::kReads},
    OperationTraits{.kind = OperationKind::kWrite, .name = "write", .touches = Touch::kChanges, .memory = Effect::kWrites},
    OperationTraits{.kind = OperationKind::kReadRange, .name = "read-range", .touches = Touch::kReads, .memory = Effect::kReads, .range = true},
    OperationTraits{.kind = OperationKind::kWriteRange, .name = "write-range", .touches = Touch::kChanges, .memory = Effect::kWrites, .range = true},
    OperationTraits{.kind = OperationKind::kVptrRead, .name = "vptr-read", .touches = Touch::kReads, .memory = Effect::kReads},
    OperationTraits{.kind = OperationKind::kVptrWrite, .name = "vptr-write", .touches = Touch::kChanges, .memory = Effect::kWrites},
    OperationTraits{.kind = OperationKind::kAtomicLoad, .name = "atomic-load", .touches = Touch::kReads, .memory = Effect::kReads, .atomic = true},
    OperationTraits{.kind = OperationKind::kAtomicStore, .name = "atomic-store", .touches = Touch::kChanges, .memory = Effect::kWrites, .atomic = true},
    OperationTraits{.kind = OperationKind::kAtomicReadModifyWrite, .name = "atomic-rmw", .touches = Touch::kChanges, .memory = Effect::kUpdates, .atomic = true},
    OperationTraits{.kind = OperationKind::kAtomicCompareExchange, .name = "compare-exchange", .touches = Touch::kChanges, .memory = Effect::kUpdates, .atomic = true},
    OperationTraits{.kind = OperationKind::kFence, .name = "fence", .touches = Touch::kNothing},
    OperationTraits{.kind = OperationKind::kAllocate, .name = "allocate", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kFree, .name = "free", .touches = Touch::kChanges, .memory = Effect::kWrites},
    OperationTraits{.kind = OperationKind::kThreadCreate, .name = "thread-create", .touches = Touch::kNothing},
    OperationTraits{.kind = OperationKind::kThreadStart, .name = "thread-start", .touches = Touch::kNothing},
    OperationTraits{.kind = OperationKind::kThreadEnd, .name = "thread-end", .touches = Touch::kNothing},
    OperationTraits{.kind = OperationKind::kThreadJoin, .name = "thread-join", .touches = Touch::kNothing},
    OperationTraits{.kind = OperationKind::kThreadDetach, .name = "thread-detach", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kThreadCancel, .name = "thread-cancel", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kMutexLock, .name = "lock", .touches = Touch::kChanges, .lock = Locking::kTakes},
    OperationTraits{.kind = OperationKind::kMutexTryLock, .name = "try-lock", .touches = Touch::kChanges, .lock = Locking::kTakes, .tries = true},
    OperationTraits{.kind = OperationKind::kMutexTimedLock, .name = "timed-lock", .touches = Touch::kChanges, .lock = Locking::kTakes},
    OperationTraits{.kind = OperationKind::kMutexUnlock, .name = "unlock", .touches = Touch::kChanges, .lock = Locking::kReleases},
    OperationTraits{.kind = OperationKind::kMutexDestroy, .name = "mutex-destroy", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kSpinLock, .name = "spin-lock", .touches = Touch::kChanges, .lock = Locking::kTakes},
    OperationTraits{.kind = OperationKind::kSpinTryLock, .name = "spin-try-lock", .touches = Touch::kChanges, .lock = Locking::kTakes, .tries = true},
    OperationTraits{.kind = OperationKind::kSpinUnlock, .name = "spin-unlock", .touches = Touch::kChanges, .lock = Locking::kReleases},
    OperationTraits{.kind = OperationKind::kReadLock, .name = "read-lock", .touches = Touch::kChanges, .lock = Locking::kShares},
    OperationTraits{.kind = OperationKind::kTryReadLock, .name = "try-read-lock", .touches = Touch::kChanges, .lock = Locking::kShares, .tries = true},
    OperationTraits{.kind = OperationKind::kTimedReadLock, .name = "timed-read-lock", .touches = Touch::kChanges, .lock = Locking::kShares},
    OperationTraits{.kind = OperationKind::kWriteLock, .name = "write-lock", .touches = Touch::kChanges, .lock = Locking::kTakes},
    OperationTraits{.kind = OperationKind::kTryWriteLock, .name = "try-write-lock", .touches = Touch::kChanges, .lock = Locking::kTakes, .tries = true},
    OperationTraits{.kind = OperationKind::kTimedWriteLock, .name = "timed-write-lock", .touches = Touch::kChanges, .lock = Locking::kTakes},
    OperationTraits{.kind = OperationKind::kReadWriteUnlock, .name = "rw-unlock", .touches = Touch::kChanges, .lock = Locking::kReleases},
    OperationTraits{.kind = OperationKind::kReadWriteDestroy, .name = "rw-destroy", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kConditionWait, .name = "cond-wait", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kConditionWake, .name = "cond-wake", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kConditionReacquire, .name = "cond-reacquire", .touches = Touch::kChanges, .lock = Locking::kTakes},
    OperationTraits{.kind = OperationKind::kConditionSignal, .name = "cond-signal", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kConditionBroadcast, .name = "cond-broadcast", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kConditionDestroy, .name = "cond-destroy", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kSemaphoreWait, .name = "sem-wait", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kSemaphoreTryWait, .name = "sem-try-wait", .touches = Touch::kChanges, .tries = true},
    OperationTraits{.kind = OperationKind::kSemaphoreTimedWait, .name = "sem-timed-wait", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kSemaphorePost, .name = "sem-post", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kSemaphoreGetValue, .name = "sem-get-value", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kSemaphoreDestroy, .name = "sem-destroy", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kBarrierWait, .name = "barrier-wait", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kBarrierDestroy, .name = "barrier-destroy", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kOnceEnter, .name = "once-enter", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kOnceDone, .name = "once-done", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kOnceAbort, .name = "once-abort", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kFutexWait, .name = "futex-wait", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kFutexWake, .name = "futex-wake", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kYield, .name = "yield", .touches = Touch::kNothing},
    OperationTraits{.kind = OperationKind::kSleep, .name = "sleep", .touches = Touch::kNothing},
    OperationTraits{.kind = OperationKind::kChoose, .name = "choose", .touches = Touch::kNothing},
    OperationTraits{.kind = OperationKind::kProcessExit, .name = "process-exit", .touches = Touch::kNothing},
    OperationTraits{.kind = OperationKind::kAtomicSection, .name = "atomic-section", .touches = Touch::kNothing},
    OperationTraits{.kind = OperationKind::kDescriptorOpen, .name = "fd-open", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kDescriptorClose, .name = "fd-close", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kDescriptorRead, .name = "fd-read", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kDescriptorWrite, .name = "fd-write", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kDescriptorControl, .name = "fd-control", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kAccept, .name = "accept", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kConnect, .name = "connect", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kPoll, .name = "poll", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kUnseenWait, .name = "unseen-wait", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kSignalSend, .name = "signal-send", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kSignalDeliver, .name = "signal", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kSignalHold, .name = "signal-hold", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kSignalAction, .name = "sigaction", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kSignalMask, .name = "sigmask", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kSignalWait, .name = "sigwait", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kSignalSuspend, .name = "sigsuspend", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kSignalTimer, .name = "timer-set", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kProcessCreate, .name = "process-create", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kProcessWait, .name = "process-wait", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kProcessSignal, .name = "process-signal", .touches = Touch::kChanges},
    OperationTraits{.kind = OperationKind::kFrameEnd, .name = "frame-end", .touches = Touch::kChanges, .memory = Effect::kWrites},
};
// clang-format on

consteval bool stand_in_order() {
  for (std::size_t index = 0; index < kOperationTraits.size(); ++index) {
    if (static_cast<std::size_t>(kOperationTraits[index].kind) != index) {
      return false;
    }
  }
  return true;
}
static_assert(stand_in_order());

}  // namespace detail

[[nodiscard]] constexpr const OperationTraits& traits(OperationKind kind) {
  return detail::kOperationTraits[static_cast<std::size_t>(kind)];
}

[[nodiscard]] constexpr bool takes_lock(OperationKind kind) {
  return traits(kind).lock == Locking::kTakes || traits(kind).lock == Locking::kShares;
}
[[nodiscard]] constexpr bool takes_shared_lock(OperationKind kind) { return traits(kind).lock == Locking::kShares; }
[[nodiscard]] constexpr bool releases_lock(OperationKind kind) { return traits(kind).lock == Locking::kReleases; }
// Of the bytes at its address; a compare-exchange counts as if it stored.
[[nodiscard]] constexpr bool writes_memory(OperationKind kind) {
  return traits(kind).memory == Effect::kWrites || traits(kind).memory == Effect::kUpdates;
}
// It reads or writes one value: a number, a pointer.
[[nodiscard]] constexpr bool has_value(OperationKind kind) {
  return (is_plain_access(kind) || is_atomic_access(kind)) && !traits(kind).range;
}

namespace detail {

// What operation.h says by the order of the kinds, since it is asked for every access, is what the table says.
consteval bool agree_with_order() {
  for (const OperationTraits& row : kOperationTraits) {
    const bool touches_bytes = row.memory != Effect::kNone;
    if (is_atomic_access(row.kind) != row.atomic ||
        is_plain_access(row.kind) != (touches_bytes && !row.atomic && row.kind < OperationKind::kFree) ||
        is_memory_access(row.kind) != (touches_bytes && row.kind != OperationKind::kFrameEnd)) {
      return false;
    }
  }
  return true;
}
static_assert(agree_with_order());

}  // namespace detail

}  // namespace heddle

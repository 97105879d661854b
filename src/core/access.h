// What threads do to memory and to each other, as the detectors see it: less than an Event, but every access, visible
// or not, and synchronisation by what it means instead of by what it is called.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/event.h"
#include "core/ids.h"
#include "core/operation.h"
#include "core/operation_traits.h"

namespace heddle {

struct MemoryRange {
  std::uintptr_t address = 0;
  std::size_t size = 0;
};

[[nodiscard]] constexpr bool overlap(MemoryRange one, MemoryRange other) {
  return one.address < other.address + other.size && other.address < one.address + one.size;
}

// What detectors are to look at more closely: accesses to these bytes, or at these sites. With a fault's signature, an
// execution ends where that is seen; with kAnyFault, at the first that is certain. What is seen at the event is reported,
// also where the same has been before in the execution.
inline constexpr std::uint64_t kAnyFault = ~std::uint64_t{0};
struct Looking {
  std::uint64_t fault = 0;
  ThreadId thread = kNoThread;
  EventNumber event = kNoEvent;  // of the thread
  std::vector<MemoryRange> ranges;
  std::vector<SiteId> sites;
};

enum class AccessKind : std::uint8_t {
  kRead,
  kWrite,
  kUpdate,    // atomic: reads, then writes
  kFree,      // the end of a heap block: counts as writing all of it
  kFrameEnd,  // the end of a local variable, with its function: likewise
};

struct Access {
  ThreadId thread;
  AccessKind kind = AccessKind::kRead;
  bool atomic = false;
  MemoryOrder order = MemoryOrder::kNone;  // of atomic ones; a compare-exchange that fails is a read with its own order
  bool goes_on = false;  // an atomic store, with the release sequence of its own thread: C, and C++ before C++20
  std::uintptr_t address = 0;
  std::size_t size = 0;
  SiteId site;
};

// As an operation of its thread.
[[nodiscard]] Operation operation_of(const Access& access);
// The bytes of an access.
[[nodiscard]] constexpr MemoryRange range_of(const Operation& operation) {
  return {.address = operation.address, .size = operation.size};
}
[[nodiscard]] constexpr MemoryRange range_of(const Access& access) {
  return {.address = access.address, .size = access.size};
}

[[nodiscard]] constexpr bool writes(AccessKind kind) { return kind != AccessKind::kRead; }
// Two atomic accesses never conflict.
[[nodiscard]] constexpr bool conflict(bool writes, bool atomic, bool other_writes, bool other_atomic) {
  return (writes || other_writes) && !(atomic && other_atomic);
}
// Both are accesses, to bytes that overlap.
[[nodiscard]] constexpr bool conflict(const Operation& one, const Operation& other) {
  return overlap(range_of(one), range_of(other)) && conflict(writes_memory(one.kind), is_atomic_access(one.kind),
                                                             writes_memory(other.kind), is_atomic_access(other.kind));
}
// What an access does, as far as its kind says. `stores`: of a compare-exchange.
[[nodiscard]] constexpr AccessKind access_kind(OperationKind kind, bool stores) {
  if (kind == OperationKind::kFree) {
    return AccessKind::kFree;
  }
  if (kind == OperationKind::kFrameEnd) {
    return AccessKind::kFrameEnd;
  }
  if (!writes_memory(kind) || (kind == OperationKind::kAtomicCompareExchange && !stores)) {
    return AccessKind::kRead;
  }
  return traits(kind).memory == Effect::kUpdates ? AccessKind::kUpdate : AccessKind::kWrite;
}

// By which functions a heap block is allocated and freed.
enum class HeapFamily : std::uint8_t { kMalloc, kNew, kNewArray, kNewAligned, kNewArrayAligned };

struct Allocation {
  ThreadId thread;
  HeapFamily family = HeapFamily::kMalloc;
  std::uintptr_t address = 0;  // a multiple of 16
  std::size_t size = 0;
  MemoryRange whole;  // with what lies around it and belongs to nobody; of multiples of 16
  SiteId site;
};

// What the allocator knows of an address that is to be freed.
enum class BlockStanding : std::uint8_t { kAllocated, kFreed, kNone };

struct Release {
  ThreadId thread;
  HeapFamily family = HeapFamily::kMalloc;
  bool judges_family = true;  // false: the program has functions of its own among them
  BlockStanding standing = BlockStanding::kAllocated;
  std::uintptr_t address = 0;
  SiteId site;
};

// What a thread does and its detectors are not to look at: bits of a set.
enum IgnoredBit : std::uint8_t {
  kIgnoreReads = 1,
  kIgnoreWrites = 2,
  kIgnoreSynchronisation = 4,  // it orders nothing
};

// What the program says of its races.
enum class AnnotationKind : std::uint8_t {
  kBeginIgnoring,  // `what`, of `thread`: until kEndIgnoring, in scopes that nest
  kEndIgnoring,
  kExpectRaces,  // on the bytes of `range`: they are meant
  kKeep,         // what was said up to here is said at the beginning of every later execution
};

struct Annotation {
  AnnotationKind kind = AnnotationKind::kBeginIgnoring;
  ThreadId thread = kNoThread;
  unsigned what = 0;  // IgnoredBits
  MemoryRange range = {};
};

enum class SyncKind : std::uint8_t {
  // Locks, from nobody's to the thread's and back: inner levels of recursion are not told.
  kLock,
  kUnlock,
  kLockShared,
  kUnlockShared,
  // Whoever receives from an object knows all that was sent to it before: semaphores, barriers, once-only
  // initialisation, pipes, annotations.
  kSend,
  kReceive,
  kFence,  // `order`
  // `other` is the thread created or joined.
  kCreate,
  kStart,
  kEnd,
  kJoin,
  // A lock is destroyed.
  kDestroy,
  // Waiting for a condition variable begins; `with` is the mutex, which is then released and taken again as a lock is.
  kWait,
  // ... and is over, or will be as soon as the mutex can be had.
  kWoken,
  // A lock that somebody holds is to be destroyed. Where it is, kDestroy follows.
  kDestroyHeld,
  // A thread begins to wait for a plain mutex that it holds.
  kRelock,
};

struct Sync {
  SyncKind kind = SyncKind::kLock;
  ThreadId thread;
  ThreadId other = kNoThread;
  MemoryOrder order = MemoryOrder::kNone;
  bool attempted = false;  // kLock, kLockShared: by a call that would not have waited for ever
  bool unowned = false;    // kWait: the thread does not hold the mutex, and is not told so
  std::uintptr_t object = 0;
  std::uintptr_t with = 0;
  SiteId site;
};

}  // namespace heddle

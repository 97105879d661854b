// Tells the detectors that see every access (detectors/detector_set.h) what the target does, at the moment it does it.
// Models of primitives say here what their operations mean; where nobody watches, a test is all it costs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/access.h"
#include "detectors/detector_set.h"
#include "heddle/abi.h"
#include "runtime/contexts/side_stack.h"
#include "runtime/program/modules.h"
#include "runtime/state/control.h"
#include "runtime/state/state.h"

namespace heddle::runtime {

// Whoever watches the execution under way; nullptr: nobody.
extern DetectorSet* watching;

// From the next execution on; nullptr: nobody. It must outlive this.
void watch_with(DetectorSet* detectors);
// For the next executions; see Executor::look_for.
void look_for(const Looking& looking);
// The site of an operation of the fault that is looked for.
[[nodiscard]] bool looks_at(SiteId site);
// An execution begins, or has ended: the controller is told what could go wrong in others.
void begin_watching();
void end_watching();
// What the program has said up to here is said in every execution that follows: they start from here.
void keep_annotations();

// A library that is not instrumented makes threads: it will have ways of its own to order what they do, which nobody
// tells the detectors of. From now on data races are not reported, and the summary says so.
void distrust_order();

// See DetectorSet.
[[nodiscard]] std::uint64_t detector_bytes();
[[nodiscard]] std::uint64_t touched_bytes();

// Where an execution was ended for a fault: its signature.
[[nodiscard]] std::uint64_t fault_detected();

// Where accesses are no scheduling points: most were noted already, and then there is nothing to do. Not nullptr while
// that may be looked at in the hook itself; others then may have to see accesses to memory that is new.
extern HappensBefore* quick_watch;
extern bool quick_for_others;
// Somebody watches, and what that may be has changed: not inside of scopes that are ignored.
void choose_quick_watch();
// With these detectors and points, it may be in some executions and not in others: what such accesses add to the hash
// of an execution would then differ.
[[nodiscard]] bool may_watch_quickly();

// A thread may wait for another by reading a cell that nobody knows to be shared yet. After so many invisible accesses
// on end it yields, so that the other one gets on and the sharing shows. Rare enough to be no matter where the accesses
// are honest work. Accesses that are looked at in the hook itself are counted there, down from that.
inline constexpr std::uint32_t kQuietAccesses = 1'000'000;
// After so many it is looked at more closely (spin_may_poll).
inline constexpr std::uint32_t kManyQuietAccesses = kQuietAccesses / 2;

// How many the running thread has made.
inline std::uint32_t quiet_of(const Thread& self) {
  return quick_watch == nullptr ? self.quiet
                                : kQuietAccesses - 1 - static_cast<std::uint32_t>(std::max(heddle_accesses.left, 0));
}
inline void set_quiet(Thread& self, std::uint32_t count) {
  self.quiet = count;
  if (quick_watch != nullptr) {
    heddle_accesses.left = static_cast<std::int32_t>(kQuietAccesses - 1 - count);
  }
}

// What a thread does at its last event, access or end of a variable's or block's life, as detectors and records call it.
inline EventNumber event_number(const Thread& self) {
  return (EventNumber{self.events} << 32U) + quiet_of(self) + self.ends;
}
// Where an event is about to be counted: its number.
inline EventNumber next_event_number(const Thread& self) { return event_number(self) + (EventNumber{1} << 32U); }

inline bool is_watched() { return watching != nullptr && execution.active; }

inline void watch_access(const Thread& self, AccessKind kind, std::uintptr_t address, std::size_t size, SiteId site) {
  watching->access({.thread = self.id, .kind = kind, .address = address, .size = size, .site = site});
}
// The atomic operation or fence that the thread was parked before: it happens now.
void watch_atomic(const Thread& self);

// The same with an access of any kind, or the end of a heap block: it is compared with what others are about to do.
void watch_meetings(const Thread& self);

// The operation on descriptors or signals that the thread was parked before, likewise: who writes sends, who reads
// receives. More is ordered by them than need be where several descriptors are looked at in one call.
void watch_channel(const Thread& self);

// From now on accesses are scheduling points, or their hooks do nothing (a null observer).
void start_accesses(bool visible);

void watch_sync(const Sync& sync);
// What the functions below do, where somebody watches.
void tell_sync(SyncKind kind, const void* object, const void* caller, bool attempted);
void tell_thread(SyncKind kind, unsigned thread, unsigned other, int);
void tell_allocation(const void* block, std::size_t size, HeapFamily family, const void* caller);
void tell_gone_stack(const Thread* self, int, int, int);
void tell_new_memory(std::uintptr_t address, std::size_t size, int, int);
[[nodiscard]] bool tell_release(const void* block, HeapFamily family, const void* caller);

// Of the current thread.
inline void watch_sync(SyncKind kind, const void* object, const void* caller, bool attempted = false) {
  call_aside(is_watched() ? tell_sync : nullptr, kind, object, caller, attempted);
}
inline void watch_thread(SyncKind kind, ThreadId thread, ThreadId other) {
  call_aside(is_watched() ? tell_thread : nullptr, kind, unsigned{thread.value}, unsigned{other.value}, 0);
}
// The heap's blocks, for those who watch them (DetectorSet::watches_heap).
inline void watch_allocation(const void* block, std::size_t size, HeapFamily family, const void* caller) {
  const bool tells = is_watched() && watching->watches_heap() && block != nullptr;
  call_aside(tells ? tell_allocation : nullptr, block, size, family, caller);
}
// False: it cannot be freed, which has been reported. On the side stack.
[[nodiscard]] inline bool watch_release(const void* block, HeapFamily family, const void* caller) {
  return !is_watched() || !watching->watches_heap() || tell_release(block, family, caller);
}
// The thread ends.
inline void watch_gone_stack(const Thread& self) {
  call_aside(is_watched() && watching->watches_heap() ? tell_gone_stack : nullptr, &self, 0, 0, 0);
}
inline void watch_new_memory(std::uintptr_t address, std::size_t size) {
  call_aside(is_watched() ? tell_new_memory : nullptr, address, size, 0, 0);
}

}  // namespace heddle::runtime

// Spinning: a thread that waits for memory to change by looking at it again and again.
//
// A thread *spins* when it comes to the same place with the same registers and the same live stack as before, and did
// nothing in between but read, fail to exchange or to lock, write what was there already, yield or pause. What it does
// next depends on nothing but that state and the cells it read, so as long as those hold what it saw it will do the
// same again. Such a thread is parked as Status::kSpinning and is no alternative until a cell differs. Nothing is lost:
// what it could do in one more round, when the cells are as they were, it could have done in the round before, at no
// greater cost; a schedule with a round less leads to the same states. Hence, too:
//   - a round with a yield in it counts from yield to yield, and the thread waits right behind one: to leave it there
//     is free anyway, in both schedules;
//   - the counter of a bounded loop is in a register, on the stack, or in memory that is written: it never waits.
//
// That the hooks have seen all that the thread did is what heddle_unseen (abi.h) is for: code without instrumentation
// and writes that are not announced make the round not count. Cells are compared as bytes, so it does not matter who
// writes them. Being wrong in one direction costs time, in the other it would hide behaviour: whatever is not known to
// be pure is not.
//
// What is compared must not depend on what the runtime left in dead registers and below the stack pointer, which would
// differ when the same schedule is run again (recorded, or after other executions): it leaves nothing (side_stack.h).
// Of the places in a loop the one is taken where the fewest registers can be alive (SpinRank); hooks show their
// registers from the first suspicion on (kSettling).
//
// All state is part of the target's, and all decisions depend on the thread's own operations and what they saw.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/operation_traits.h"
#include "heddle/abi.h"
#include "runtime/state/state.h"

namespace heddle::runtime {

// Where an announced operation stands.
struct SpinPlace {
  const heddle_site* site = nullptr;
  const void* caller = nullptr;  // where there is no site: return address of an intercepted call
};

// Parts of the functions below.
void spin_revisited(Thread& self, SpinPlace place);
void spin_step(Thread& self, SpinPlace place);
void spin_turn(Thread& self);

namespace spin_detail {

// Of the kinds that matter here; those from 64 on are none of them.
constexpr std::uint64_t bit(OperationKind kind) {
  const auto number = static_cast<unsigned>(kind);
  return number < 64 ? std::uint64_t{1} << number : 0;
}
static_assert(static_cast<int>(OperationKind::kYield) < 64);
template <typename Wanted>
consteval std::uint64_t bits(Wanted wanted) {
  std::uint64_t all = 0;
  for (const OperationTraits& row : heddle::detail::kOperationTraits) {
    all |= wanted(row) ? bit(row.kind) : 0;
  }
  return all;
}

// What a thread may do over and over without changing anything, if all goes badly for it ...
inline constexpr std::uint64_t kPolls =
    bits([](const OperationTraits& row) { return row.memory == Effect::kReads || row.memory == Effect::kUpdates; }) |
    bit(OperationKind::kFence);
// ... of which these are suspicious at once: who yields seldom does so only once, and every round more is one more that
// can be left for free.
inline constexpr std::uint64_t kTries =
    bits([](const OperationTraits& row) { return row.tries; }) | bit(OperationKind::kYield);
// ... or only if it writes what is there.
inline constexpr std::uint64_t kStores = bits([](const OperationTraits& row) {
  return row.memory == Effect::kWrites && (is_plain_access(row.kind) || row.atomic);
});

// A large odd number: keys of one generation are not those of the next at another address.
inline constexpr std::uint32_t kNextGeneration = 0x9e3779b9;

// Of the cycle detection below.
inline constexpr std::uint8_t kLongestSpan = 128;

}  // namespace spin_detail

// The thread is about to perform its pending operation, which is this one. While nothing is suspected this is all: has
// it been here, at this address, since it last did something that no spinning thread does? A small table knows the
// places of short loops; where they get into each other's way, or for longer loops, one place at a time is kept for
// ever longer (Brent's cycle detection).
[[gnu::always_inline]] inline void spin_announced(Thread& self, OperationKind pending, const void* address,
                                                  SpinPlace place) {
  using namespace spin_detail;  // NOLINT(google-build-using-namespace): inside of this function only
  SpinTrail& trail = self.spin;
  if (trail.stage != SpinStage::kIdle) [[unlikely]] {
    spin_step(self, place);
    return;
  }
  const std::uint64_t kind = bit(pending);
  const auto where = reinterpret_cast<std::uintptr_t>(place.site != nullptr ? place.site : place.caller);
  const auto key = static_cast<std::uint32_t>(where + reinterpret_cast<std::uintptr_t>(address) * 9);
  if ((kind & kPolls) != 0) {
    const std::uint32_t mark = key ^ trail.generation;
    std::uint32_t& visited = trail.visited[where / 8 % kSpinVisits];
    if (visited == mark || trail.anchor == mark) [[unlikely]] {
      spin_revisited(self, place);
    }
    visited = mark;
    if (--trail.anchor_left == 0) [[unlikely]] {
      trail.anchor = mark;
      trail.anchor_span = trail.anchor_span < kLongestSpan ? trail.anchor_span * 2 : 1;
      trail.anchor_left = trail.anchor_span;
    }
  } else if ((kind & kTries) != 0) {
    spin_revisited(self, place);
  } else if (SpinStores& stored = trail.stored[key / 4 % kSpinStores];
             (kind & kStores) != 0 && (stored.last == key || stored.before == key)) {
    trail.stores = true;
  } else {
    trail.generation += kNextGeneration;
    trail.anchor_span = trail.anchor_left = 1;
    trail.stores = false;
    trail.revisits = 0;
    stored = {.last = key, .before = stored.last};
  }
}

// It is the thread's turn: it performs its pending operation when the hook or call returns to it.
inline void spin_granted(Thread& self) {
  heddle_hooks_watched = static_cast<std::uint8_t>(self.spin.stage);
  if (self.spin.stage != SpinStage::kIdle) [[unlikely]] {
    spin_turn(self);
  }
}

// An access that is not visible.
void spin_passed(Thread& self, OperationKind kind, const void* address, std::size_t size);

// A read that is not visible, of something volatile or by a thread that has done nothing visible for long: is it the
// same over and over, with nothing written in between? Then somebody else has to get on for it to change, and maybe for
// it to be seen to be shared. Asked ever more seldom of a thread: it may have been honest work. With switches at
// synchronisation only, most accesses do not come by here.
[[nodiscard]] inline bool spin_may_poll(Thread& self, const heddle_site& site) {
  if (self.spin.suspected_reads != 0) [[unlikely]] {
    --self.spin.suspected_reads;
    return true;
  }
  return (site.flags & HEDDLE_SITE_VOLATILE) != 0;
}
// The thread has made very many invisible accesses on end: whatever it reads next may be what it waits for.
void spin_suspect_polling(Thread& self);
[[nodiscard]] bool spin_polls(Thread& self, SpinPlace place, const void* address);

// Would a thread that is parked as spinning see anything new?
[[nodiscard]] bool spin_released(const Thread& spinning);

// Memory is going away: cells can no longer be compared. Everybody who spins looks again.
void release_spinners();

// The thread has ended, or begins anew.
void forget_spinning(Thread& ended);

// Nobody can go on, and not because of locks and the like: all that are left spin, or wait for one of those to end.
[[nodiscard]] bool all_spin();

}  // namespace heddle::runtime

// Executions drawn at random, as a watcher sees them: threads that access overlapping bytes in every way, with all that
// may order them, and schedules in which they wait for each other as they must.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/rng.h"
#include "sim/race_reference.h"

namespace heddle::sim {

struct TracedInstruction {
  enum class Verb : std::uint8_t {
    kAccess,
    kCompareExchange,  // `access`, or, where it fails, a read of order `failure`
    kSync,             // what does not wait
    kLock,
    kLockShared,
    kUnlock,
    kUnlockShared,
    kPost,
    kAcquire,
    kBarrier,
    kCreate,  // `number`: the thread
    kJoin,
    kRenew,
  };
  Verb verb = Verb::kAccess;
  Access access;
  MemoryOrder failure = MemoryOrder::kRelaxed;
  Sync sync;
  std::size_t number = 0;  // of the lock, the semaphore, the barrier
};

struct TracedProgram {
  std::vector<std::vector<TracedInstruction>> threads;
  bool are_created = true;  // by the first one; otherwise all are there from the start
};

[[nodiscard]] TracedProgram random_traced_program(Rng& rng);
// Up to the end, or to where nobody can go on.
[[nodiscard]] Trace random_execution(const TracedProgram& program, Rng& rng);

}  // namespace heddle::sim

#include "runtime/schedule/readiness.h"

#include <pthread.h>

#include <climits>
#include <vector>

#include "fakes.h"
#include "runtime/program/heap.h"
#include "runtime/schedule/misuse.h"
#include "runtime/state/primitives.h"

namespace heddle::runtime {
namespace {

class ReadinessTest : public fakes::RuntimeTest {
 protected:
  bool is_ready(OperationKind kind, void* object) {
    self.pending.kind = kind;
    self.object = object;
    return ordinary_variants(self) != 0;
  }
  std::uint32_t mark() const { return std::uint32_t{self.id.value} + 1; }

  Thread& self = add_thread();
  Thread& other = add_thread();
};

TEST_F(ReadinessTest, MutexesByKindAndOwner) {
  struct Case {
    int kind;
    bool own;
    bool ready;
  };
  for (const auto& [kind, own, ready] :
       {Case{0, false, false}, Case{0, true, false}, Case{kMutexRecursive, false, false},
        Case{kMutexRecursive, true, true}, Case{kMutexErrorCheck, false, false}, Case{kMutexErrorCheck, true, true},
        Case{3, true, false}}) {
    MutexModel mutex{.locked = 1, .count = 0, .owner = owner_mark(own ? self : other), .users = 0, .kind = kind};
    for (const OperationKind operation :
         {OperationKind::kMutexLock, OperationKind::kMutexTimedLock, OperationKind::kConditionReacquire}) {
      EXPECT_EQ(is_ready(operation, &mutex), ready) << kind << own;
    }
    EXPECT_TRUE(is_ready(OperationKind::kMutexTryLock, &mutex));
    mutex.locked = 0;
    EXPECT_TRUE(is_ready(OperationKind::kMutexLock, &mutex));
  }
}

TEST_F(ReadinessTest, ReadersAndWritersExcludeEachOther) {
  struct Case {
    std::uint32_t readers, writer, waiting;
    bool reads, writes;
  };
  const std::uint32_t others = std::uint32_t{other.id.value} + 1;
  for (const Case& given :
       {Case{0, 0, 0, true, true}, Case{1, 0, 0, true, false}, Case{1, 0, 1, false, false},
        Case{0, others, 0, false, false}, Case{0, mark(), 0, true, true}, Case{0, 0, 1, false, true}}) {
    ReadWriteModel lock{.readers = given.readers, .writer = given.writer, .destroyed = 0, .waiting = given.waiting};
    EXPECT_EQ(is_ready(OperationKind::kReadLock, &lock), given.reads);
    EXPECT_EQ(is_ready(OperationKind::kTimedReadLock, &lock), given.reads);
    EXPECT_EQ(is_ready(OperationKind::kWriteLock, &lock), given.writes);
    EXPECT_EQ(is_ready(OperationKind::kTimedWriteLock, &lock), given.writes);
  }
}

TEST_F(ReadinessTest, SemaphoresAndSpinLocksAndOnceAndGuards) {
  SemaphoreModel semaphore{};
  EXPECT_FALSE(is_ready(OperationKind::kSemaphoreWait, &semaphore));
  semaphore.value = 1;
  EXPECT_TRUE(is_ready(OperationKind::kSemaphoreWait, &semaphore));
  int spin = 1;
  EXPECT_FALSE(is_ready(OperationKind::kSpinLock, &spin));
  spin = 0;
  EXPECT_TRUE(is_ready(OperationKind::kSpinLock, &spin));
  for (const int stage : {0, 1, 2}) {
    OnceModel once{.state = stage};
    EXPECT_EQ(is_ready(OperationKind::kOnceEnter, &once), stage != 1);
  }
  self.once_is_guard = true;
  GuardModel guard{.done = 0, .running = 1};
  EXPECT_FALSE(is_ready(OperationKind::kOnceEnter, &guard));
  guard.running = 0;
  EXPECT_TRUE(is_ready(OperationKind::kOnceEnter, &guard));
}

TEST_F(ReadinessTest, ACancelledThreadGoesOnInItsWaitUnlessThatIsDisabled) {
  SemaphoreModel semaphore{};
  self.cancel_pending = true;
  EXPECT_TRUE(is_ready(OperationKind::kSemaphoreWait, &semaphore));
  EXPECT_TRUE(is_ready(OperationKind::kSignalSuspend, nullptr));
  self.cancel_disabled = true;
  EXPECT_FALSE(is_ready(OperationKind::kSemaphoreWait, &semaphore));
  self.cancel_disabled = false;
  self.cancelling = true;
  EXPECT_FALSE(is_ready(OperationKind::kSignalSuspend, nullptr));
}

TEST_F(ReadinessTest, NobodyWaitsForWhatIsNoMore) {
  MutexModel mutex{.locked = 1, .count = 0, .owner = owner_mark(other), .users = 0, .kind = kMutexDestroyed};
  EXPECT_TRUE(is_ready(OperationKind::kMutexLock, &mutex));
  EXPECT_EQ(misuse_of(self), Misuse::kDestroyed);
  SemaphoreModel semaphore{.value = 0, .destroyed = 1};
  EXPECT_TRUE(is_ready(OperationKind::kSemaphoreWait, &semaphore));
  auto* block = static_cast<SemaphoreModel*>(heap_allocate(sizeof(SemaphoreModel), 16, nullptr));
  *block = {};
  EXPECT_FALSE(is_ready(OperationKind::kSemaphoreWait, block));
  heap_free(block);
  EXPECT_TRUE(is_ready(OperationKind::kSemaphoreWait, block)) << "its memory was freed";
}

TEST_F(ReadinessTest, UnlockingWhatOneDoesNotHoldIsMisuseWherePosixHasNoErrorForIt) {
  for (const int kind : {0, kMutexRecursive, kMutexErrorCheck, kMutexRobust}) {
    MutexModel mutex{.locked = 1, .count = 0, .owner = owner_mark(other), .users = 0, .kind = kind};
    self.pending.kind = OperationKind::kMutexUnlock;
    self.object = &mutex;
    EXPECT_EQ(misuse_of(self), kind == 0 ? Misuse::kNotHeld : Misuse::kNone) << kind;
    mutex.owner = owner_mark(self);
    EXPECT_EQ(misuse_of(self), Misuse::kNone);
  }
}

TEST_F(ReadinessTest, MisuseEndsTheExecutionWithWordsThatSayWhoHoldsIt) {
  MutexModel mutex{.locked = 1, .count = 0, .owner = owner_mark(other), .users = 0, .kind = 0};
  self.pending.kind = OperationKind::kMutexUnlock;
  self.object = &mutex;
  EXPECT_THROW(end_by_misuse(self, Misuse::kNotHeld), fakes::ExecutionEnded);
  EXPECT_EQ(fakes::words(), "unlock of a lock that another thread holds");
  mutex.locked = 0;
  EXPECT_THROW(end_by_misuse(self, Misuse::kNotHeld), fakes::ExecutionEnded);
  EXPECT_EQ(fakes::words(), "unlock of a lock that nobody holds");
}

TEST_F(ReadinessTest, WaitersAreCountedByObjectKindAndBits) {
  int word = 0;
  int another = 0;
  for (const std::uint32_t bits : {1U, 2U, 3U}) {
    Thread& waiting = add_thread(OperationKind::kFutexWait, &word);
    waiting.status = Status::kBlocked;
    waiting.bits = bits;
  }
  add_thread(OperationKind::kFutexWait, &another).status = Status::kBlocked;
  add_thread(OperationKind::kFutexWait, &word).bits = 1;  // does not wait yet
  EXPECT_EQ(waiter_count(&word, OperationKind::kFutexWait), 3U);
  EXPECT_EQ(waiter_count(&word, OperationKind::kFutexWait, 1), 2U);
  EXPECT_EQ(waiter_count(&word, OperationKind::kFutexWait, 4), 0U);
  self.pending.kind = OperationKind::kFutexWake;
  self.object = &word;
  self.bits = ~0U;
  self.wake_count = 1;
  EXPECT_EQ(ordinary_variants(self), 3U);
  self.wake_count = 2;
  EXPECT_EQ(ordinary_variants(self), 1U) << "which of them is no choice";
  self.object = &self;
  self.wake_count = 1;
  EXPECT_EQ(ordinary_variants(self), 1U) << "nobody waits";
}

TEST_F(ReadinessTest, TryOperationsSucceedWhereTheLockIsFree) {
  MutexModel mutex{};
  self.pending.kind = OperationKind::kMutexTryLock;
  self.object = &mutex;
  EXPECT_TRUE(will_succeed(self));
  self.granted = kTimeout;
  EXPECT_FALSE(will_succeed(self));
  self.granted = kProceed;
  mutex = {.locked = 1, .count = 0, .owner = owner_mark(self), .users = 0, .kind = 0};
  EXPECT_FALSE(will_succeed(self));
  mutex.kind = kMutexRecursive;
  EXPECT_TRUE(will_succeed(self));
  std::uint64_t cell[2] = {5, 6};
  self.pending = {
      .kind = OperationKind::kAtomicCompareExchange, .size = 16, .address = reinterpret_cast<std::uintptr_t>(cell)};
  self.expected[0] = 5;
  EXPECT_FALSE(will_succeed(self));
  self.expected[1] = 6;
  EXPECT_TRUE(will_succeed(self));
}

}  // namespace
}  // namespace heddle::runtime

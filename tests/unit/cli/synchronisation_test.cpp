#include "cli/story/synchronisation.h"

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

using enum OperationKind;
using Numbers = std::vector<std::size_t>;
constexpr std::size_t kAll = ~std::size_t{0};

// Events by thread, operation and address.
class Events {
 public:
  Events& add(std::uint16_t thread, OperationKind kind, std::uint64_t address, MemoryOrder order = MemoryOrder::kNone) {
    segment::RecordedEvent recorded{};
    recorded.event.thread = ThreadId{thread};
    recorded.event.succeeded = true;
    recorded.event.operation.kind = kind;
    recorded.event.operation.address = address;
    recorded.event.operation.order = order;
    events_.push_back(recorded);
    return *this;
  }
  Events& with(std::uint16_t other) {
    events_.back().event.other = ThreadId{other};
    return *this;
  }
  Events& failing(MemoryOrder order = MemoryOrder::kNone) {
    events_.back().event.succeeded = false;
    events_.back().event.operation.failure_order = order;
    return *this;
  }
  [[nodiscard]] Numbers held(std::uint16_t thread, std::size_t end = kAll) const {
    return locks_held(events_, ThreadId{thread}, end);
  }
  // Numbers of the two events from thread 1 to thread 2; empty: none.
  [[nodiscard]] Numbers handover(std::size_t end = kAll) const {
    const auto last = last_handover(events_, ThreadId{1}, ThreadId{2}, end);
    return last ? Numbers{last->released, last->acquired} : Numbers{};
  }

 private:
  std::vector<segment::RecordedEvent> events_;
};

TEST(LocksHeld, ThoseOfTheThreadInTheOrderTheyWereTaken) {
  const auto events = Events()
                          .add(1, kMutexLock, 10)
                          .add(2, kMutexLock, 20)
                          .add(1, kReadLock, 30)
                          .add(1, kMutexTryLock, 40)
                          .failing()
                          .add(1, kMutexUnlock, 10);
  EXPECT_EQ(events.held(1), Numbers{2});
  EXPECT_EQ(events.held(1, 4), (Numbers{0, 2}));
  EXPECT_EQ(events.held(2), Numbers{1});
}

TEST(LocksHeld, ARecursiveOneUntilItsLastRelease) {
  const auto events =
      Events().add(1, kMutexLock, 10).add(1, kMutexLock, 10).add(1, kMutexUnlock, 10).add(1, kMutexUnlock, 10);
  EXPECT_EQ(events.held(1, 2), Numbers{0});
  EXPECT_EQ(events.held(1, 3), Numbers{0});
  EXPECT_EQ(events.held(1), Numbers{});
}

TEST(LocksHeld, TakenAgainAfterAWaitForACondition) {
  const auto events =
      Events().add(1, kMutexLock, 10).add(1, kConditionWait, 50).add(1, kConditionReacquire, 10).add(1, kRead, 1);
  EXPECT_EQ(events.held(1), Numbers{2});
}

TEST(LastHandover, ByALock) {
  const auto events = Events()
                          .add(1, kMutexLock, 10)
                          .add(1, kMutexUnlock, 10)
                          .add(2, kMutexLock, 11)
                          .add(2, kMutexLock, 10)
                          .add(1, kWrite, 1);
  EXPECT_EQ(events.handover(), (Numbers{1, 3}));
  EXPECT_EQ(events.handover(3), Numbers{}) << "another lock tells nothing";
}

TEST(LastHandover, ByWayOfAThirdThread) {
  const auto events = Events()
                          .add(1, kSemaphorePost, 10)
                          .add(3, kSemaphoreWait, 10)
                          .add(3, kSemaphorePost, 11)
                          .add(2, kSemaphoreWait, 11);
  EXPECT_EQ(events.handover(), (Numbers{0, 3}));
}

TEST(LastHandover, ReadersTellWritersButNotEachOther) {
  const auto readers = Events().add(1, kReadLock, 10).add(1, kReadWriteUnlock, 10).add(2, kReadLock, 10);
  EXPECT_EQ(readers.handover(), Numbers{});
  const auto writer = Events().add(1, kReadLock, 10).add(1, kReadWriteUnlock, 10).add(2, kWriteLock, 10);
  EXPECT_EQ(writer.handover(), (Numbers{1, 2}));
}

TEST(LastHandover, ByTheCreationOfTheThread) {
  const auto events = Events().add(1, kWrite, 1).add(1, kThreadCreate, 0).with(2).add(1, kWrite, 2).add(2, kRead, 2);
  EXPECT_EQ(events.handover(), (Numbers{1, 1}));
}

TEST(LastHandover, AtomicsByTheirOrders) {
  using enum MemoryOrder;
  const auto by = [](MemoryOrder store, MemoryOrder load) {
    return Events().add(1, kAtomicStore, 10, store).add(2, kAtomicLoad, 10, load).handover();
  };
  EXPECT_EQ(by(kRelease, kAcquire), (Numbers{0, 1}));
  EXPECT_EQ(by(kSequentiallyConsistent, kSequentiallyConsistent), (Numbers{0, 1}));
  EXPECT_EQ(by(kRelaxed, kAcquire), Numbers{});
  EXPECT_EQ(by(kRelease, kRelaxed), Numbers{});
}

TEST(LastHandover, FencesMakeUpForRelaxedAccesses) {
  using enum MemoryOrder;
  const auto events = Events()
                          .add(1, kFence, 0, kRelease)
                          .add(1, kAtomicStore, 10, kRelaxed)
                          .add(2, kAtomicLoad, 10, kRelaxed)
                          .add(2, kFence, 0, kAcquire);
  EXPECT_EQ(events.handover(), (Numbers{0, 3}));
}

TEST(LastHandover, AStoreEndsAReleaseSequenceAndAnUpdateGoesOnWithIt) {
  using enum MemoryOrder;
  const auto cut =
      Events().add(1, kAtomicStore, 10, kRelease).add(3, kAtomicStore, 10, kRelaxed).add(2, kAtomicLoad, 10, kAcquire);
  EXPECT_EQ(cut.handover(), Numbers{});
  const auto kept = Events()
                        .add(1, kAtomicStore, 10, kRelease)
                        .add(3, kAtomicReadModifyWrite, 10, kRelaxed)
                        .add(2, kAtomicCompareExchange, 10, kSequentiallyConsistent)
                        .failing(kAcquire);
  EXPECT_EQ(kept.handover(), (Numbers{0, 2}));
}

TEST(LastHandover, ByABarrier) {
  const auto events = Events().add(2, kBarrierWait, 10).add(1, kBarrierWait, 10).add(2, kRead, 1);
  EXPECT_EQ(events.handover(), (Numbers{1, 0})) << "where the thread waited, known when it has gone on";
}

TEST(LastHandover, ByTheMutexThatAWaitReleases) {
  const auto events = Events()
                          .add(1, kMutexLock, 10)
                          .add(1, kConditionWait, 50)
                          .add(2, kMutexLock, 10)
                          .add(2, kConditionSignal, 50)
                          .add(2, kMutexUnlock, 10)
                          .add(1, kConditionReacquire, 10);
  EXPECT_EQ(events.handover(), (Numbers{1, 2}));
}

TEST(LastHandover, WhoJoinsAThreadKnowsAllThatItDid) {
  const auto events = Events().add(1, kMutexUnlock, 10).add(1, kWrite, 20).add(2, kThreadJoin, 0).with(1);
  EXPECT_EQ(events.handover(), (Numbers{1, 2}));
}

}  // namespace
}  // namespace heddle::cli

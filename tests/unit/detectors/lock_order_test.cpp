#include "detectors/lock_order.h"

#include <gtest/gtest.h>

#include <initializer_list>

#include "detecting.h"

namespace heddle {
namespace {

constexpr std::uintptr_t kA = 0x100;
constexpr std::uintptr_t kB = 0x200;
constexpr std::uintptr_t kC = 0x300;
constexpr std::uintptr_t kGate = 0x400;

class LockOrderTest : public testing::Test {
 protected:
  // Takes them in this order at site, site + 1 ..., and gives them back.
  void nest(unsigned thread, std::initializer_list<std::uintptr_t> locks, std::uint64_t site) {
    for (const std::uintptr_t lock : locks) {
      script.lock(thread, lock, site++);
    }
    for (const std::uintptr_t lock : locks) {
      script.unlock(thread, lock);
    }
  }
  void make_threads(unsigned count) {
    for (unsigned thread = 1; thread <= count; ++thread) {
      script.create(0, thread);
    }
  }
  [[nodiscard]] std::size_t reports() const { return script.sink.faults.size(); }

  Script<LockOrder> script;
};

TEST_F(LockOrderTest, TwoLocksInBothOrdersMayDeadlock) {
  make_threads(2);
  nest(1, {kA, kB}, 10);
  EXPECT_EQ(reports(), 0U);
  nest(2, {kB, kA}, 20);
  ASSERT_EQ(reports(), 1U);
  const Fault& fault = script.sink.faults[0];
  EXPECT_EQ(fault.kind, FindingKind::kPossibleDeadlock);
  EXPECT_FALSE(fault.certain);
  EXPECT_EQ(fault.last().thread, ThreadId{2});
  EXPECT_EQ(fault.last().operation.site, SiteId{21});
  EXPECT_EQ(fault.last().operation.address, kA);
  EXPECT_EQ(fault.earlier().thread, ThreadId{1});
  EXPECT_EQ(fault.earlier().operation.site, SiteId{11});
  EXPECT_EQ(fault.earlier().operation.address, kB);
}

TEST_F(LockOrderTest, EveryThreadOfACircleIsASideOfIt) {
  make_threads(3);
  script.sink.now = 7;
  nest(1, {kA, kB}, 10);
  script.sink.now = 8;
  nest(2, {kB, kC}, 20);
  script.sink.now = 9;
  nest(3, {kC, kA}, 30);
  ASSERT_EQ(reports(), 1U);
  const auto sides = script.sink.faults[0].all();
  ASSERT_EQ(sides.size(), 3U);
  // Each wants what the next one holds.
  EXPECT_EQ(sides[0].thread, ThreadId{3});
  EXPECT_EQ(sides[0].event, 9U);
  EXPECT_EQ(sides[1].thread, ThreadId{1});
  EXPECT_EQ(sides[1].event, 7U);
  EXPECT_EQ(sides[1].operation.site, SiteId{11});
  EXPECT_EQ(sides[2].thread, ThreadId{2});
  EXPECT_EQ(sides[2].event, 8U);
  EXPECT_EQ(sides[2].operation.address, kC);
}

TEST_F(LockOrderTest, TheSameCycleHasTheSameSignatureWhereverItIsEntered) {
  make_threads(2);
  nest(1, {kA, kB}, 10);
  nest(2, {kB, kA}, 20);
  script.begin();
  make_threads(2);
  nest(2, {kB, kA}, 20);
  nest(1, {kA, kB}, 10);
  ASSERT_EQ(reports(), 2U);
  EXPECT_EQ(script.sink.faults[0].signature, script.sink.faults[1].signature);
}

TEST_F(LockOrderTest, ACycleIsReportedOncePerExecution) {
  make_threads(2);
  for (int round = 0; round < 3; ++round) {
    nest(1, {kA, kB}, 10);
    nest(2, {kB, kA}, 20);
  }
  EXPECT_EQ(reports(), 1U);
}

TEST_F(LockOrderTest, OneOrderIsNoCycle) {
  make_threads(2);
  nest(1, {kA, kB}, 10);
  nest(2, {kA, kB}, 20);
  EXPECT_EQ(reports(), 0U);
}

TEST_F(LockOrderTest, OneThreadCannotDeadlockWithItself) {
  make_threads(1);
  nest(1, {kA, kB}, 10);
  nest(1, {kB, kA}, 20);
  EXPECT_EQ(reports(), 0U);
}

TEST_F(LockOrderTest, AGateLockKeepsACycleFromClosing) {
  make_threads(2);
  nest(1, {kGate, kA, kB}, 10);
  nest(2, {kGate, kB, kA}, 20);
  EXPECT_EQ(reports(), 0U);
}

TEST_F(LockOrderTest, AGateThatOnlyReadersTakeKeepsNobodyOut) {
  make_threads(2);
  script.lock_shared(1, kGate, 1);
  nest(1, {kA, kB}, 10);
  script.unlock_shared(1, kGate);
  script.lock_shared(2, kGate, 2);
  nest(2, {kB, kA}, 20);
  EXPECT_EQ(reports(), 1U);
}

TEST_F(LockOrderTest, ThreadsOneAfterTheOtherCannotDeadlock) {
  script.create(0, 1);
  nest(1, {kA, kB}, 10);
  script.join(0, 1);
  script.create(0, 2);
  nest(2, {kB, kA}, 20);
  EXPECT_EQ(reports(), 0U);
}

TEST_F(LockOrderTest, WhatACreatorDidBeforeIsOver) {
  nest(0, {kA, kB}, 10);
  script.create(0, 1);
  nest(1, {kB, kA}, 20);
  EXPECT_EQ(reports(), 0U);
  nest(0, {kA, kB}, 10);  // once more, beside the thread
  EXPECT_EQ(reports(), 1U);
}

TEST_F(LockOrderTest, TheOrderThatLocksHappenedToGiveDoesNotCount) {
  make_threads(2);
  nest(1, {kC}, 1);
  nest(1, {kA, kB}, 10);
  nest(1, {kC}, 2);
  nest(2, {kC}, 3);  // behind thread 1, in this execution
  nest(2, {kB, kA}, 20);
  EXPECT_EQ(reports(), 1U);
}

TEST_F(LockOrderTest, TheOrderOfMessagesCounts) {
  make_threads(2);
  nest(1, {kA, kB}, 10);
  script.tell(SyncKind::kSend, 1, kC, 1);
  script.tell(SyncKind::kReceive, 2, kC, 2);
  nest(2, {kB, kA}, 20);
  EXPECT_EQ(reports(), 0U);
  nest(1, {kA, kB}, 10);  // not before the message
  EXPECT_EQ(reports(), 1U);
}

TEST_F(LockOrderTest, AMessageToADestroyedObjectIsLost) {
  make_threads(2);
  nest(1, {kA, kB}, 10);
  script.tell(SyncKind::kSend, 1, kC, 1);
  script.destroy(1, kC);
  script.tell(SyncKind::kReceive, 2, kC, 2);
  nest(2, {kB, kA}, 20);
  EXPECT_EQ(reports(), 1U);
}

TEST_F(LockOrderTest, ReadersDoNotBlockEachOther) {
  make_threads(2);
  script.lock_shared(1, kA, 10);
  script.lock_shared(1, kB, 11);
  script.unlock_shared(1, kB);
  script.unlock_shared(1, kA);
  script.lock_shared(2, kB, 20);
  script.lock_shared(2, kA, 21);
  EXPECT_EQ(reports(), 0U);
}

TEST_F(LockOrderTest, AReaderAndAWriterDo) {
  make_threads(2);
  script.lock_shared(1, kA, 10);
  script.lock_shared(1, kB, 11);
  script.unlock_shared(1, kB);
  script.unlock_shared(1, kA);
  nest(2, {kB, kA}, 20);
  EXPECT_EQ(reports(), 1U);
}

TEST_F(LockOrderTest, OneLockThatOnlyReadersTakeIsEnoughToBreakACycle) {
  make_threads(2);
  script.lock(1, kA, 10);
  script.lock_shared(1, kB, 11);
  script.unlock_shared(1, kB);
  script.unlock(1, kA);
  script.lock_shared(2, kB, 20);
  script.lock(2, kA, 21);
  EXPECT_EQ(reports(), 0U);
}

TEST_F(LockOrderTest, AnAttemptDoesNotWaitButHolds) {
  make_threads(3);
  script.lock(1, kA, 10);
  script.try_lock(1, kB, 11);
  script.unlock(1, kB);
  script.unlock(1, kA);
  nest(2, {kB, kA}, 20);
  EXPECT_EQ(reports(), 0U);
  script.try_lock(3, kA, 30);
  script.lock(3, kB, 31);
  EXPECT_EQ(reports(), 1U);
}

TEST_F(LockOrderTest, CyclesOfThree) {
  make_threads(3);
  nest(1, {kA, kB}, 10);
  nest(2, {kB, kC}, 20);
  EXPECT_EQ(reports(), 0U);
  nest(3, {kC, kA}, 30);
  ASSERT_EQ(reports(), 1U);
  EXPECT_EQ(script.sink.faults[0].last().operation.site, SiteId{31});
  EXPECT_EQ(script.sink.faults[0].earlier().operation.site, SiteId{11});
}

TEST_F(LockOrderTest, ACycleOfThreeNeedsThreeThreads) {
  make_threads(2);
  nest(1, {kA, kB}, 10);
  nest(2, {kB, kC}, 20);
  nest(1, {kC, kA}, 30);
  EXPECT_EQ(reports(), 0U);
}

TEST_F(LockOrderTest, ALockInNewMemoryIsAnotherLock) {
  make_threads(2);
  nest(1, {kA, kB}, 10);
  script.detector.renew({.address = kA, .size = 64});
  nest(2, {kB, kA}, 20);
  EXPECT_EQ(reports(), 0U);
}

TEST_F(LockOrderTest, ALockThatWasDestroyedOrFreedIsAnotherLock) {
  make_threads(2);
  nest(1, {kA, kB}, 10);
  script.destroy(1, kB);
  nest(2, {kB, kA}, 20);
  nest(2, {kC, kA}, 30);
  script.access(1, AccessKind::kFree, kC - 16, 64, 1);
  nest(1, {kA, kC}, 40);
  EXPECT_EQ(reports(), 0U);
}

TEST_F(LockOrderTest, NothingIsLeftOfTheExecutionBefore) {
  make_threads(2);
  nest(1, {kA, kB}, 10);
  script.lock(1, kC, 1);
  script.begin();
  make_threads(2);
  nest(2, {kB, kA}, 20);
  nest(1, {kB}, 30);
  EXPECT_EQ(reports(), 0U);
}

TEST_F(LockOrderTest, WhatIsReportedIsPredicted) {
  make_threads(2);
  nest(1, {kA, kB}, 10);
  nest(2, {kB, kA}, 20);
  ASSERT_EQ(script.sink.suspects.size(), 1U);
  const Suspect& suspect = script.sink.suspects[0];
  EXPECT_EQ(suspect.kind, SuspectKind::kLockCycle);
  ASSERT_EQ(suspect.accesses.size(), 2U);
  EXPECT_TRUE(suspect.accesses[0].this_thread && suspect.accesses[1].this_thread);
}

// Another thread may come to do what this one did.
TEST_F(LockOrderTest, BothOrdersOfOneThreadAreGuessedAndNotReported) {
  script.detector.begin(script.sink, {.records = true});
  make_threads(2);
  nest(1, {kA, kB}, 10);
  nest(1, {kB, kA}, 20);
  EXPECT_EQ(reports(), 0U);
  ASSERT_EQ(script.sink.suspects.size(), 1U);
  const Suspect& suspect = script.sink.suspects[0];
  EXPECT_EQ(suspect.rank, SuspectRank::kUnknown);
  ASSERT_EQ(suspect.accesses.size(), 2U);
  EXPECT_FALSE(suspect.accesses[0].this_thread || suspect.accesses[1].this_thread);
}

TEST_F(LockOrderTest, AttemptsAreGuessedAndNotReported) {
  for (const bool guesses : {false, true}) {
    script.detector.begin(script.sink, {.records = guesses});
    make_threads(2);
    script.lock(1, kA, 10);
    script.try_lock(1, kB, 11);
    script.unlock(1, kB);
    script.unlock(1, kA);
    nest(2, {kB, kA}, 20);
    EXPECT_EQ(reports(), 0U);
    EXPECT_EQ(script.sink.suspects.size(), guesses ? 1U : 0U);
  }
}

TEST_F(LockOrderTest, AGateIsOneForGuessesToo) {
  script.detector.begin(script.sink, {.records = true});
  make_threads(2);
  nest(1, {kGate, kA, kB}, 10);
  nest(1, {kGate, kB, kA}, 20);
  nest(2, {kGate, kB, kA}, 30);
  EXPECT_EQ(reports(), 0U);
  EXPECT_TRUE(script.sink.suspects.empty());
}

}  // namespace
}  // namespace heddle

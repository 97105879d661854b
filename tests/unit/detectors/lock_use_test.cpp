#include "detectors/lock_use.h"

#include <gtest/gtest.h>

#include "detecting.h"

namespace heddle {
namespace {

constexpr std::uintptr_t kLock = 0x100;
constexpr std::uintptr_t kOtherMutex = 0x200;
constexpr std::uintptr_t kCondition = 0x300;

class LockUseTest : public testing::Test {
 protected:
  void wait(unsigned thread, std::uintptr_t mutex, std::uint64_t site, bool unowned = false) {
    Sync sync = Script<LockUse>::make(SyncKind::kWait, thread, kCondition, site);
    sync.with = mutex;
    sync.unowned = unowned;
    script.detector.synchronise(sync);
  }
  [[nodiscard]] std::size_t reports() const { return script.sink.faults.size(); }
  [[nodiscard]] const Fault& only_fault() const {
    EXPECT_EQ(reports(), 1U);
    return script.sink.faults.at(0);
  }

  Script<LockUse> script;
};

TEST_F(LockUseTest, DestroyingAHeldLockIsMisuse) {
  script.lock(1, kLock, 10);
  script.tell(SyncKind::kDestroyHeld, 2, kLock, 20);
  const Fault& fault = only_fault();
  EXPECT_EQ(fault.kind, FindingKind::kLockMisuse);
  EXPECT_TRUE(fault.certain);
  EXPECT_EQ(fault.last().operation.kind, OperationKind::kMutexDestroy);
  EXPECT_EQ(fault.last().operation.site, SiteId{20});
  EXPECT_EQ(fault.last().operation.address, kLock);
  EXPECT_EQ(fault.last().thread, ThreadId{2});
  EXPECT_EQ(fault.earlier().thread, ThreadId{1});
  EXPECT_EQ(fault.earlier().operation.site, SiteId{10});
}

TEST_F(LockUseTest, DestroyingAFreeLockIsNot) {
  script.lock(1, kLock, 10);
  script.unlock(1, kLock);
  script.destroy(1, kLock);
  script.end(1);
  EXPECT_EQ(reports(), 0U);
}

TEST_F(LockUseTest, FreeingMemoryWithAHeldLockIsMisuse) {
  script.lock(1, kLock, 10);
  script.access(2, AccessKind::kFree, kLock - 8, 8, 1);
  EXPECT_EQ(reports(), 0U);
  script.access(2, AccessKind::kFree, kLock - 8, 64, 20);
  const Fault& fault = only_fault();
  EXPECT_EQ(fault.last().operation.kind, OperationKind::kFree);
  EXPECT_EQ(fault.last().operation.site, SiteId{20});
  EXPECT_EQ(fault.earlier().thread, ThreadId{1});
}

TEST_F(LockUseTest, ALockInNewMemoryIsNobodys) {
  script.lock(1, kLock, 10);
  script.detector.renew({.address = kLock, .size = 8});
  script.end(1);
  EXPECT_EQ(reports(), 0U);
}

TEST_F(LockUseTest, WaitingWithAMutexOfSomebodyElseIsMisuse) {
  wait(1, kLock, 10, /*unowned=*/true);
  const Fault& fault = only_fault();
  EXPECT_EQ(fault.last().operation.kind, OperationKind::kConditionWait);
  EXPECT_EQ(fault.last().operation.address, kCondition);
  EXPECT_EQ(fault.earlier().thread, kNoThread);
  EXPECT_EQ(fault.earlier().operation.address, kLock);
}

TEST_F(LockUseTest, WaitersWithTwoMutexesAreMisuse) {
  wait(1, kLock, 10);
  wait(2, kLock, 20);
  EXPECT_EQ(reports(), 0U);
  wait(3, kOtherMutex, 30);
  const Fault& fault = only_fault();
  EXPECT_EQ(fault.last().operation.site, SiteId{30});
  EXPECT_EQ(fault.earlier().thread, ThreadId{1});
  EXPECT_EQ(fault.earlier().operation.site, SiteId{10});
}

TEST_F(LockUseTest, WhichOfTheTwoWaitsFirstMakesNoDifference) {
  wait(1, kLock, 10);
  wait(2, kOtherMutex, 20);
  script.begin();
  wait(2, kOtherMutex, 20);
  wait(1, kLock, 10);
  ASSERT_EQ(reports(), 2U);
  EXPECT_EQ(script.sink.faults[0].signature, script.sink.faults[1].signature);
}

TEST_F(LockUseTest, AMutexMayChangeWhileNobodyWaits) {
  wait(1, kLock, 10);
  script.tell(SyncKind::kWoken, 1, kCondition, 0);
  wait(2, kOtherMutex, 20);
  EXPECT_EQ(reports(), 0U);
}

TEST_F(LockUseTest, LockingAPlainMutexAgainIsMisuse) {
  script.lock(1, kLock, 10);
  script.tell(SyncKind::kRelock, 1, kLock, 20);
  const Fault& fault = only_fault();
  EXPECT_EQ(fault.last().operation.kind, OperationKind::kMutexLock);
  EXPECT_EQ(fault.last().operation.site, SiteId{20});
  EXPECT_EQ(fault.earlier().operation.site, SiteId{10});
}

TEST_F(LockUseTest, EndingWithALockHeldIsMisuse) {
  script.lock(1, kLock, 10);
  script.lock(2, kOtherMutex, 20);
  script.unlock(1, kLock);
  script.end(1);
  EXPECT_EQ(reports(), 0U);
  script.end(2);
  const Fault& fault = only_fault();
  EXPECT_EQ(fault.last().operation.kind, OperationKind::kThreadEnd);
  EXPECT_EQ(fault.last().operation.address, kOtherMutex);
  EXPECT_EQ(fault.earlier().operation.site, SiteId{20});
}

TEST_F(LockUseTest, EndingAsAReaderIsMisuseToo) {
  script.lock_shared(1, kLock, 10);
  script.lock_shared(1, kLock, 11);
  script.unlock_shared(1, kLock);
  script.end(1);
  EXPECT_EQ(only_fault().earlier().operation.kind, OperationKind::kReadLock);
}

TEST_F(LockUseTest, ReleasingTheLockOfAnotherThreadIsMisuse) {
  script.lock_shared(1, kLock, 10);
  script.lock_shared(2, kLock, 20);
  script.unlock_shared(2, kLock);
  EXPECT_EQ(reports(), 0U);
  script.tell(SyncKind::kUnlockShared, 2, kLock, 21);
  const Fault& fault = only_fault();
  EXPECT_EQ(fault.last().operation.kind, OperationKind::kReadWriteUnlock);
  EXPECT_EQ(fault.last().operation.site, SiteId{21});
  EXPECT_EQ(fault.earlier().thread, ThreadId{1});
  script.end(1);
  EXPECT_EQ(reports(), 1U);
}

TEST_F(LockUseTest, AWaitThatReleasesTheMutexOfAnotherIsOneFault) {
  script.lock(1, kLock, 10);
  wait(2, kLock, 20, /*unowned=*/true);
  script.unlock(2, kLock);
  EXPECT_EQ(only_fault().last().operation.kind, OperationKind::kConditionWait);
}

TEST_F(LockUseTest, TheSameFaultIsReportedOncePerExecution) {
  for (int round = 0; round < 2; ++round) {
    for (unsigned thread = 1; thread < 3; ++thread) {
      script.lock(thread, kLock, 10);
      script.end(thread);
    }
    EXPECT_EQ(reports(), round + 1U);
    script.begin();
  }
  EXPECT_EQ(script.sink.faults[0].signature, script.sink.faults[1].signature);
}

}  // namespace
}  // namespace heddle

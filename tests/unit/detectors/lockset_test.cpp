#include "detectors/lockset.h"

#include <gtest/gtest.h>

#include "detecting.h"

namespace heddle {
namespace {

constexpr std::uintptr_t kCell = 0x1000;
constexpr std::uintptr_t kFirstLock = 0x100;
constexpr std::uintptr_t kSecondLock = 0x200;

// What Script wants to see.
template <bool kIsHybrid>
class Watching : public Lockset {
 public:
  // Ten sites to a line.
  Watching() : Lockset({.place_of = [](SiteId site) { return site.value / 10; }}) {}
  void begin(FindingSink& sink) { Lockset::begin(sink, {.wanted = kIsHybrid ? kHybrid : 0U}); }
};

template <bool kIsHybrid>
class LocksetScript : public testing::Test {
 protected:
  void read(unsigned thread, std::uint64_t site = 1) { script.access(thread, AccessKind::kRead, kCell, 4, site); }
  void write(unsigned thread, std::uint64_t site = 1) { script.access(thread, AccessKind::kWrite, kCell, 4, site); }
  void write_with(unsigned thread, std::uintptr_t lock, std::uint64_t site = 1) {
    script.lock(thread, lock, 0);
    write(thread, site);
    script.unlock(thread, lock);
  }
  [[nodiscard]] std::size_t reports() const { return script.sink.faults.size(); }

  Script<Watching<kIsHybrid>> script;
};
using LocksetTest = LocksetScript<false>;
using HybridTest = LocksetScript<true>;

TEST_F(LocksetTest, WritesOfTwoThreadsWithoutALock) {
  write(1, 10);
  EXPECT_EQ(reports(), 0U);
  write(2, 20);
  ASSERT_EQ(reports(), 1U);
  const Fault& fault = script.sink.faults[0];
  EXPECT_EQ(fault.kind, FindingKind::kNoCommonLock);
  EXPECT_FALSE(fault.certain);
  EXPECT_EQ(fault.last().thread, ThreadId{2});
  EXPECT_EQ(fault.last().operation.site, SiteId{20});
  EXPECT_EQ(fault.earlier().thread, ThreadId{1});
  EXPECT_EQ(fault.earlier().operation.site, SiteId{10});
}

TEST_F(LocksetTest, TwoLinesAreReportedOnce) {
  write(1, 10);
  read(2, 20);
  write(2, 21);
  read(1, 11);
  EXPECT_EQ(reports(), 1U);
  write(1, 30);
  EXPECT_EQ(reports(), 2U);
}

TEST_F(LocksetTest, ACommonLockIsEnough) {
  for (int round = 0; round < 3; ++round) {
    write_with(1, kFirstLock);
    write_with(2, kFirstLock);
  }
  EXPECT_EQ(reports(), 0U);
}

TEST_F(LocksetTest, CandidatesAreNarrowedByEachAccess) {
  script.lock(1, kSecondLock, 0);
  write_with(1, kFirstLock);
  script.unlock(1, kSecondLock);
  script.lock(2, kSecondLock, 0);
  write_with(2, kFirstLock);  // A, B
  script.unlock(2, kSecondLock);
  write_with(1, kFirstLock);  // A
  EXPECT_EQ(reports(), 0U);
  write_with(2, kSecondLock);
  EXPECT_EQ(reports(), 1U);
}

TEST_F(LocksetTest, InitialisationNeedsNoLock) {
  write(1);
  write(1);
  write_with(2, kFirstLock);
  write_with(3, kFirstLock);
  EXPECT_EQ(reports(), 0U);
}

TEST_F(LocksetTest, WhatIsOnlyReadByOthersNeedsNone) {
  write(1);
  read(2);
  read(3);
  EXPECT_EQ(reports(), 0U);
  write(3);
  EXPECT_EQ(reports(), 1U);
}

TEST_F(LocksetTest, ReadLocksProtectReads) {
  script.lock_shared(1, kFirstLock, 0);
  read(1);
  script.unlock_shared(1, kFirstLock);
  write_with(2, kFirstLock);
  script.lock_shared(3, kFirstLock, 0);
  read(3);
  script.unlock_shared(3, kFirstLock);
  EXPECT_EQ(reports(), 0U);
}

TEST_F(LocksetTest, ReadLocksDoNotProtectWrites) {
  for (unsigned thread = 1; thread < 3; ++thread) {
    script.lock_shared(thread, kFirstLock, 0);
    write(thread);
    script.unlock_shared(thread, kFirstLock);
  }
  EXPECT_EQ(reports(), 1U);
}

TEST_F(LocksetTest, AtomicAccessesCountForNothing) {
  script.access(1, AccessKind::kWrite, kCell, 4, 1, true);
  script.access(2, AccessKind::kUpdate, kCell, 4, 2, true);
  write(2);
  EXPECT_EQ(reports(), 0U);
}

TEST_F(LocksetTest, MemoryThatBeginsANewLifeIsNobodys) {
  write(1);
  script.access(1, AccessKind::kFree, kCell - 16, 32, 1);
  write(2);
  script.detector.renew({.address = kCell, .size = 4});
  write(3);
  EXPECT_EQ(reports(), 0U);
}

TEST_F(LocksetTest, RangesAreLookedAtCellByCell) {
  script.access(1, AccessKind::kWrite, kCell, 4096, 10);
  script.access(2, AccessKind::kWrite, kCell + 4095, 1, 20);
  EXPECT_EQ(reports(), 1U);
}

TEST_F(LocksetTest, TheSamePlacesAreReportedOncePerExecution) {
  write(1, 10);
  write(2, 20);
  write(1, 10);
  write(2, 20);
  EXPECT_EQ(reports(), 1U);
  script.begin();
  write(2, 20);
  EXPECT_EQ(reports(), 1U);
  write(1, 10);
  ASSERT_EQ(reports(), 2U);
  EXPECT_EQ(script.sink.faults[0].signature, script.sink.faults[1].signature);
}

TEST_F(LocksetTest, TheOrderOfCreationAndEndIsNotSeen) {
  write(0);
  script.create(0, 1);
  write(1);
  EXPECT_EQ(reports(), 1U);
}

TEST_F(HybridTest, WhatCreationAndEndOrderDoesNotCount) {
  write(0);
  script.create(0, 1);
  write(1);
  script.join(0, 1);
  write(0);
  script.create(0, 2);
  write(2);
  EXPECT_EQ(reports(), 0U);
}

TEST_F(HybridTest, WhatTheyDoNotOrderDoes) {
  write(0);
  script.create(0, 1);
  script.create(0, 2);
  write(1);
  write(2);
  EXPECT_EQ(reports(), 1U);
}

TEST_F(HybridTest, LocksDoNotOrder) {
  script.create(0, 1);
  script.create(0, 2);
  write_with(1, kFirstLock);
  write_with(2, kSecondLock);  // each its own lock
  EXPECT_EQ(reports(), 0U);    // not yet: the first access of a second thread only begins the set
  write_with(1, kFirstLock);
  EXPECT_EQ(reports(), 1U);
}

TEST(LockSets, EqualSetsHaveOneNumber) {
  LockSets sets;
  sets.begin();
  EXPECT_EQ(sets.number_of({}), 0U);
  const std::uint32_t one = sets.number_of({1, 2, 3});
  const std::uint32_t other = sets.number_of({2, 3, 4});
  EXPECT_NE(one, other);
  EXPECT_EQ(sets.number_of({1, 2, 3}), one);
  EXPECT_EQ(sets.intersection(one, other), sets.number_of({2, 3}));
  EXPECT_EQ(sets.intersection(one, other), sets.intersection(other, one));
  EXPECT_EQ(sets.intersection(one, sets.number_of({9})), 0U);
  EXPECT_EQ(sets.intersection(one, 0), 0U);
}

}  // namespace
}  // namespace heddle

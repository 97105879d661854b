#include "detectors/happens_before.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "happens_before_fixture.h"
#include "watching.h"

namespace heddle {
namespace {

TEST_F(HappensBeforeTest, ConflictsOfThreadsThatNothingOrders) {
  EXPECT_FALSE(run_.write(1, kData));
  EXPECT_TRUE(run_.read(2, kData));
  EXPECT_FALSE(run_.read(1, kFlag));
  EXPECT_TRUE(run_.write(2, kFlag));
  EXPECT_FALSE(run_.write(1, kOther));
  EXPECT_TRUE(run_.write(2, kOther));
}

TEST_F(HappensBeforeTest, SaysWhoseBytesTheyWere) {
  run_.write(1, kData + 2, 2);
  ASSERT_TRUE(run_.read(2, kData, 4));
  const Fault& fault = run_.faults.front();
  EXPECT_EQ(fault.kind, FindingKind::kDataRace);
  EXPECT_EQ(fault.last().thread, ThreadId{2});
  EXPECT_EQ(fault.last().operation.kind, OperationKind::kRead);
  EXPECT_EQ(fault.last().operation.address, kData);
  EXPECT_EQ(fault.earlier().thread, ThreadId{1});
  EXPECT_EQ(fault.earlier().operation.kind, OperationKind::kWrite);
  EXPECT_EQ(fault.earlier().operation.address, kData + 2);
  EXPECT_EQ(fault.earlier().operation.size, 2U);
}

TEST_F(HappensBeforeTest, BytesOfOneEpochThatAreApartAreNotReportedAsOne) {
  run_.write(1, kData, 1);
  run_.write(1, kData + 3, 1);
  ASSERT_TRUE(run_.read(2, kData, 4));
  EXPECT_EQ(run_.faults.front().earlier().operation.address, kData);
  EXPECT_EQ(run_.faults.front().earlier().operation.size, 1U);
}

TEST_F(HappensBeforeTest, OneThreadNeverRacesWithItself) {
  for (int round = 0; round < 3; ++round) {
    EXPECT_FALSE(run_.write(1, kData));
    EXPECT_FALSE(run_.read(1, kData));
    EXPECT_FALSE(run_.store(1, kData, kRelaxed));
    run_.sync(SyncKind::kSend, 1, kFlag);
  }
}

TEST_F(HappensBeforeTest, InOneEpochAnAccessAgainIsNotLost) {
  EXPECT_FALSE(run_.read(1, kData));
  EXPECT_FALSE(run_.read(1, kData));
  EXPECT_FALSE(run_.write(1, kData));  // more than was noted
  EXPECT_FALSE(run_.write(1, kData));
  EXPECT_TRUE(run_.read(2, kData));
}

// What was published is only what came before.
TEST_F(HappensBeforeTest, AnEpochEndsWithEveryRelease) {
  run_.write(1, kData);
  run_.sync(SyncKind::kSend, 1, kFlag);
  run_.write(1, kData);
  run_.sync(SyncKind::kReceive, 2, kFlag);
  EXPECT_TRUE(run_.read(2, kData));
}

TEST_F(HappensBeforeTest, ReadsSharedByMany) {
  for (int thread = 1; thread <= 5; ++thread) {
    EXPECT_FALSE(run_.read(thread, kData));
  }
  // All but the third are waited for.
  for (const int thread : {1, 2, 4, 5}) {
    run_.join(0, thread);
  }
  EXPECT_TRUE(run_.write(0, kData));
  EXPECT_EQ(run_.faults.back().earlier().thread, ThreadId{3});
  EXPECT_EQ(run_.faults.back().earlier().operation.kind, OperationKind::kRead);
}

// A set of readers that no cell has any more makes room for another one, which is not what a thread was found in.
TEST_F(HappensBeforeTest, OtherReadersInThePlaceOfThoseBefore) {
  const auto read = [this](int thread, std::uintptr_t address) {
    detector_.run({static_cast<std::uint16_t>(thread)});
    if (!detector_.access_at_once<4, false>(address, false)) {
      run_.read(thread, address);
    }
  };
  for (const int thread : {1, 2, 2, 4}) {
    read(thread, kData);
  }
  for (const int thread : {3, 4, 2}) {
    read(thread, kOther);
  }
  run_.join(0, 3);
  run_.join(0, 4);
  EXPECT_TRUE(run_.write(0, kOther));
  EXPECT_EQ(run_.faults.back().earlier().thread, ThreadId{2});
}

TEST_F(HappensBeforeTest, ReadsSharedByManyThatAreAllWaitedFor) {
  for (int thread = 1; thread <= 5; ++thread) {
    EXPECT_FALSE(run_.read(thread, kData));
  }
  for (int thread = 1; thread <= 5; ++thread) {
    run_.join(0, thread);
  }
  EXPECT_FALSE(run_.write(0, kData));
  run_.create(0, 6);
  EXPECT_FALSE(run_.read(6, kData));
}

// A read stands for those that happened before it, and for no other.
TEST_F(HappensBeforeTest, AReadDoesNotHideAnotherThatIsNotOrderedWithIt) {
  run_.read(1, kData);
  run_.read(2, kData);
  run_.join(0, 2);
  EXPECT_TRUE(run_.write(0, kData));
  EXPECT_EQ(run_.faults.back().earlier().thread, ThreadId{1});
}

TEST_F(HappensBeforeTest, AReadOfFewerBytesStandsForThoseOnly) {
  run_.read(1, kData, 4);
  run_.sync(SyncKind::kSend, 1, kFlag);
  run_.sync(SyncKind::kReceive, 2, kFlag);
  run_.read(2, kData, 2);
  run_.join(0, 2);  // and with it the first read
  EXPECT_FALSE(run_.write(0, kData, 4));
  EXPECT_TRUE(run_.write(3, kData + 2, 1));
}

TEST_F(HappensBeforeTest, DifferentBytesOfAWordNeverRace) {
  for (int thread = 0; thread < 8; ++thread) {
    EXPECT_FALSE(run_.write(thread, kData + static_cast<unsigned>(thread), 1));
  }
  for (int thread = 0; thread < 8; ++thread) {
    EXPECT_FALSE(run_.read(thread, kData + static_cast<unsigned>(thread), 1));
    EXPECT_FALSE(run_.write(thread, kData + static_cast<unsigned>(thread), 1));
  }
  for (unsigned byte = 0; byte < 8; ++byte) {
    EXPECT_TRUE(run_.read(9, kData + byte, 1)) << byte;
    EXPECT_EQ(run_.faults.back().earlier().thread, ThreadId{static_cast<std::uint16_t>(byte)});
  }
}

TEST_F(HappensBeforeTest, SizesThatOverlap) {
  struct Case {
    std::uintptr_t first;
    std::size_t first_size;
    std::uintptr_t second;
    std::size_t second_size;
    bool races;
  };
  const Case cases[] = {
      {0, 1, 1, 1, false}, {0, 2, 1, 1, true},   {0, 2, 2, 2, false},    {2, 2, 0, 8, true},   {0, 4, 3, 8, true},
      {0, 4, 4, 8, false}, {0, 8, 7, 1, true},   {0, 8, 8, 8, false},    {3, 8, 10, 1, true},  {3, 8, 11, 1, false},
      {3, 8, 2, 1, false}, {0, 16, 15, 1, true}, {0, 16, 16, 16, false}, {5, 16, 20, 4, true}, {5, 16, 21, 3, false},
      {0, 3, 3, 1, false}, {1, 3, 0, 1, false},  {1, 3, 3, 2, true},
  };
  std::uintptr_t base = kData;
  for (const Case& one : cases) {
    for (const bool is_reversed : {false, true}) {
      base += 64;
      run_.write(1, base + (is_reversed ? one.second : one.first), is_reversed ? one.second_size : one.first_size);
      EXPECT_EQ(
          run_.read(2, base + (is_reversed ? one.first : one.second), is_reversed ? one.first_size : one.second_size),
          one.races)
          << one.first << "+" << one.first_size << " " << one.second << "+" << one.second_size << " " << is_reversed;
    }
  }
}

TEST_F(HappensBeforeTest, RangesAcrossPages) {
  constexpr std::size_t kSize = 10 * Shadow::kPageBytes;
  run_.write(1, kData + 1, kSize);
  EXPECT_FALSE(run_.read(2, kData, 1));
  EXPECT_TRUE(run_.read(2, kData + 1, 1));
  for (std::size_t page = 1; page < 10; ++page) {
    EXPECT_TRUE(run_.read(2, kData + page * Shadow::kPageBytes - 1, 1)) << page;
    EXPECT_TRUE(run_.read(2, kData + page * Shadow::kPageBytes + 4, 8)) << page;
  }
  EXPECT_TRUE(run_.read(2, kData + kSize, 1));
  EXPECT_FALSE(run_.read(2, kData + kSize + 1, 1));
}

TEST_F(HappensBeforeTest, NoBytesAreNoAccess) {
  run_.write(2, kFlag);  // it is in an epoch
  run_.write(1, kData, 4);
  EXPECT_FALSE(run_.read(2, kData, 0));
  EXPECT_FALSE(run_.write(2, kData, 0));
  EXPECT_FALSE(run_.read(2, kOther, 0));
  EXPECT_FALSE(run_.write(1, kData, 4));
  EXPECT_FALSE(run_.write(1, kOther, 4));
  EXPECT_TRUE(run_.read(2, kData, 4));
}

TEST_F(HappensBeforeTest, FreeIsAWriteOfAllBytes) {
  run_.read(1, kData + 3000, 1);
  EXPECT_TRUE(run_.free(2, kData, 4096));
  EXPECT_FALSE(run_.free(2, kOther, 4096));
}

TEST_F(HappensBeforeTest, FreeAfterAllAccessesIsNoRace) {
  run_.write(1, kData);
  run_.join(0, 1);
  EXPECT_FALSE(run_.free(0, kData, 64));
}

TEST_F(HappensBeforeTest, AfterFreeTheNextLifeIsNotComparedWithTheLast) {
  run_.write(1, kData);
  run_.free(1, kData, 4);
  run_.renew(kData, 4);
  EXPECT_FALSE(run_.write(2, kData));
}

// Whoever uses it still, uses what is freed: a fault of another kind.
TEST_F(HappensBeforeTest, FreedBytesAreNotComparedWithAnything) {
  run_.write(1, kData);
  run_.read(1, kData + 4);
  run_.free(1, kData, 8);
  EXPECT_FALSE(run_.write(2, kData, 8));
}

TEST_F(HappensBeforeTest, RenewedBytesOnly) {
  run_.write(1, kData, 4);
  run_.read(1, kOther, 4);
  run_.renew(kData + 1, 2);
  run_.renew(kOther + 1, 2);
  EXPECT_FALSE(run_.write(2, kData + 1, 2));
  EXPECT_FALSE(run_.write(2, kOther + 1, 2));
  EXPECT_TRUE(run_.write(2, kData, 1));
  EXPECT_TRUE(run_.write(2, kData + 3, 1));
  EXPECT_TRUE(run_.write(2, kOther, 1));
  EXPECT_TRUE(run_.write(2, kOther + 3, 1));
}

TEST_F(HappensBeforeTest, RenewedAtomicsPublishNothing) {
  run_.write(1, kData);
  run_.store(1, kFlag, kRelease);
  run_.join(3, 1);
  run_.renew(kFlag - 8, 64);
  run_.load(2, kFlag, kAcquire);
  EXPECT_TRUE(run_.read(2, kData));
}

TEST_F(HappensBeforeTest, Mutexes) {
  for (const int thread : {1, 2, 3, 1}) {
    run_.sync(SyncKind::kLock, thread, kFlag);
    EXPECT_FALSE(run_.write(thread, kData));
    run_.sync(SyncKind::kUnlock, thread, kFlag);
  }
  run_.sync(SyncKind::kLock, 2, kOther);  // another one
  EXPECT_TRUE(run_.write(2, kData));
}

TEST_F(HappensBeforeTest, ADestroyedLockOrdersNothing) {
  run_.sync(SyncKind::kLock, 1, kFlag);
  run_.write(1, kData);
  run_.sync(SyncKind::kUnlock, 1, kFlag);
  run_.sync(SyncKind::kDestroy, 3, kFlag);
  run_.sync(SyncKind::kLock, 2, kFlag);
  EXPECT_TRUE(run_.write(2, kData));
}

TEST_F(HappensBeforeTest, ReadersOfALockAreNotOrderedAmongThemselves) {
  run_.sync(SyncKind::kLockShared, 1, kFlag);
  run_.write(1, kData);
  run_.sync(SyncKind::kUnlockShared, 1, kFlag);
  run_.sync(SyncKind::kLockShared, 2, kFlag);
  EXPECT_TRUE(run_.write(2, kData));
}

TEST_F(HappensBeforeTest, WritersOfALockComeAfterItsReadersAndBeforeTheNext) {
  for (const int thread : {1, 2}) {
    run_.sync(SyncKind::kLockShared, thread, kFlag);
    run_.read(thread, kData);
  }
  for (const int thread : {1, 2}) {
    run_.sync(SyncKind::kUnlockShared, thread, kFlag);
  }
  run_.sync(SyncKind::kLock, 3, kFlag);
  EXPECT_FALSE(run_.write(3, kData));
  run_.sync(SyncKind::kUnlock, 3, kFlag);
  run_.sync(SyncKind::kLockShared, 4, kFlag);
  EXPECT_FALSE(run_.read(4, kData));
}

TEST_F(HappensBeforeTest, RoundsOfABarrier) {
  const auto meet = [this] {
    for (const int thread : {1, 2}) {
      run_.sync(SyncKind::kSend, thread, kFlag);
    }
    for (const int thread : {1, 2}) {
      run_.sync(SyncKind::kReceive, thread, kFlag);
    }
    run_.sync(SyncKind::kDestroy, 2, kFlag);
  };
  run_.write(1, kData);
  run_.write(2, kOther);
  meet();
  EXPECT_FALSE(run_.write(2, kData));
  EXPECT_FALSE(run_.write(1, kOther));
  meet();
  EXPECT_FALSE(run_.write(1, kData));
  // A third one, alone at the next round, does not know the last one.
  run_.sync(SyncKind::kSend, 3, kFlag);
  run_.sync(SyncKind::kReceive, 3, kFlag);
  EXPECT_TRUE(run_.read(3, kOther));
}

TEST_F(HappensBeforeTest, SendersAddUp) {
  run_.write(1, kData);
  run_.sync(SyncKind::kSend, 1, kFlag);
  run_.write(2, kOther);
  run_.sync(SyncKind::kSend, 2, kFlag);
  run_.sync(SyncKind::kReceive, 3, kFlag);
  EXPECT_FALSE(run_.write(3, kData));
  EXPECT_FALSE(run_.write(3, kOther));
}

TEST_F(HappensBeforeTest, CreateAndJoin) {
  run_.write(0, kData);
  run_.create(0, 1);
  EXPECT_FALSE(run_.write(1, kData));
  EXPECT_TRUE(run_.read(0, kData));
  run_.write(1, kOther);
  run_.join(0, 1);
  EXPECT_FALSE(run_.write(0, kOther));
}

TEST_F(HappensBeforeTest, WhatTheCreatorDoesAfterwardsIsNotOrdered) {
  run_.write(0, kData);
  run_.create(0, 1);
  run_.write(0, kData);
  EXPECT_TRUE(run_.read(1, kData));
}

// A structure with a mutex or an atomic as its first member, annotated as a whole.
TEST_F(HappensBeforeTest, SortsOfObjectsAtOneAddressAreApart) {
  run_.write(1, kData);
  run_.sync(SyncKind::kSend, 1, kFlag);
  run_.store(1, kFlag, kRelaxed);
  run_.sync(SyncKind::kLock, 3, kFlag);
  run_.sync(SyncKind::kUnlock, 3, kFlag);
  run_.sync(SyncKind::kReceive, 2, kFlag);
  EXPECT_FALSE(run_.read(2, kData));
  run_.load(4, kFlag, kAcquire);
  run_.sync(SyncKind::kLock, 4, kFlag);
  run_.sync(SyncKind::kLockShared, 4, kFlag);
  EXPECT_TRUE(run_.write(4, kData));
}

TEST_F(HappensBeforeTest, OnePlaceIsReportedOnce) {
  run_.write(1, kData);
  run_.write(1, kOther);
  const Access access{.thread = {2}, .kind = AccessKind::kRead, .address = kData, .size = 4, .site = {77}};
  EXPECT_TRUE(run_.access(access));
  Access again = access;
  again.address = kOther;
  EXPECT_FALSE(run_.access(again));
  EXPECT_EQ(run_.faults.size(), 1U);
}

TEST_F(HappensBeforeTest, AnotherExecutionKnowsNothingOfTheLast) {
  run_.write(1, kData);
  run_.read(2, kOther);
  run_.read(3, kOther);
  run_.store(1, kFlag, kRelease);
  run_.fence(1, kRelease);
  run_.load(4, kFlag, kRelaxed);
  Watched<HappensBefore> next(detector_);
  EXPECT_FALSE(next.write(2, kData));
  EXPECT_FALSE(next.write(1, kOther));
  next.fence(4, kAcquire);
  EXPECT_TRUE(next.read(4, kData));
  next.write(1, kOther + 8);
  next.load(5, kFlag, kAcquire);
  EXPECT_TRUE(next.read(5, kOther + 8));
}

TEST_F(HappensBeforeTest, ThePlaceOfTheOtherAccessIsKnownWhereItIsLookedAt) {
  run_.write(1, kData);
  run_.read(2, kData);
  ASSERT_EQ(run_.faults.size(), 1U);
  EXPECT_EQ(run_.faults[0].earlier().operation.site, SiteId{});
  detector_.look_at({.ranges = {{.address = kData, .size = 4}}, .sites = {}});
  Watched<HappensBefore> again(detector_);
  again.write(1, kData);
  again.read(2, kData);
  ASSERT_EQ(again.faults.size(), 1U);
  EXPECT_EQ(again.faults[0].earlier().operation.site, SiteId{1});
  EXPECT_EQ(again.faults[0].last().operation.site, SiteId{2});
}

TEST_F(HappensBeforeTest, BothSidesHaveTheNumbersOfTheirEventsWhereTheyAreLookedAt) {
  detector_.look_at({.ranges = {{.address = kData, .size = 4}}, .sites = {}});
  Watched<HappensBefore> run(detector_);
  run.write(1, kData + 64, 4);
  run.write(1, kData, 4);
  ASSERT_TRUE(run.read(2, kData, 4));
  EXPECT_EQ(run.faults.back().earlier().event, 2U);
  EXPECT_EQ(run.faults.back().last().event, 3U);
}

// Of two races at the same places the second is told of only where it is what one looks for.
TEST_F(HappensBeforeTest, WhatWasReportedIsReportedOnceMoreAtTheEventThatIsLookedAt) {
  const auto race_twice = [](Watched<HappensBefore>& run) {
    for (const std::uintptr_t at : {kData, kData + 64}) {
      run.access({.thread = ThreadId{1}, .kind = AccessKind::kWrite, .address = at, .size = 4, .site = {100}});
      run.write(3, kData + 256, 4);  // for another number
      run.access({.thread = ThreadId{2}, .kind = AccessKind::kRead, .address = at, .size = 4, .site = {101}});
    }
    return run.faults.size();
  };
  Watched<HappensBefore> run(detector_);
  EXPECT_EQ(race_twice(run), 1U);
  detector_.look_at({.thread = ThreadId{2}, .event = 2, .ranges = {{.address = kData, .size = 128}}, .sites = {}});
  Watched<HappensBefore> again(detector_);
  ASSERT_EQ(race_twice(again), 2U);
  EXPECT_EQ(again.faults.back().last().operation.address, kData + 64);
  EXPECT_EQ(again.faults.back().earlier().operation.site, SiteId{100});
}

// The same bytes, freed and used again within one epoch, of which only some are looked at.
TEST_F(HappensBeforeTest, ThePlaceIsNotThatOfAnAccessInAnotherLife) {
  detector_.look_at({.ranges = {{.address = kData, .size = 4}}, .sites = {}});
  Watched<HappensBefore> run(detector_);
  run.write(1, kData, 16);
  run.free(1, kData, 16);
  run.renew(kData, 16);
  run.write(1, kData + 8, 4);
  ASSERT_TRUE(run.read(2, kData + 8, 4));
  EXPECT_EQ(run.faults.back().earlier().operation.site, SiteId{});
}

// Numbers run out in the middle of an execution: what is known before and after goes on to be told apart.
TEST(HappensBeforeNumbers, RacesAfterTheNumbersRanOutAreSeen) {
  HappensBefore detector(HappensBefore::kBySite, 256);
  Watched<HappensBefore> run(detector);
  run.write(1, kData);
  run.sync(SyncKind::kSend, 1, kFlag);
  run.sync(SyncKind::kReceive, 2, kFlag);
  for (int round = 0; round < 1000; ++round) {
    EXPECT_FALSE(run.write(1, kData));
    run.sync(SyncKind::kSend, 1, kFlag);
    run.sync(SyncKind::kReceive, 2, kFlag);
    EXPECT_FALSE(run.read(2, kData));
    run.sync(SyncKind::kSend, 2, kOther);
    run.sync(SyncKind::kReceive, 1, kOther);
  }
  // Each has a number now, so they do not run out between the two.
  run.write(1, kOther + 64);
  run.write(2, kOther + 128);
  int seen = 0;
  for (std::uintptr_t byte = 0; byte < 100; ++byte) {
    run.write(1, kData + 64 + byte, 1);
    seen += run.read(2, kData + 64 + byte, 1) ? 1 : 0;
  }
  EXPECT_EQ(seen, 100);
}

TEST(HappensBeforeNumbers, ManyExecutionsWithFewNumbers) {
  HappensBefore detector(HappensBefore::kBySite, 256);
  for (int execution = 0; execution < 1000; ++execution) {
    Watched<HappensBefore> run(detector);
    EXPECT_FALSE(run.read(1, kData));
    EXPECT_FALSE(run.read(2, kData));
    EXPECT_FALSE(run.load(2, kOther, kRelaxed));
    EXPECT_FALSE(run.write(2, kOther));
    EXPECT_TRUE(run.write(execution % 2 == 0 ? 1 : 2, kData));
    EXPECT_TRUE(run.write(1, kOther));
  }
}

}  // namespace
}  // namespace heddle

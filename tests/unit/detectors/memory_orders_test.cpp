// Atomic accesses and fences, by the memory orders of C++20.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "happens_before_fixture.h"

namespace heddle {
namespace {

class MemoryOrders : public HappensBeforeTest {};

TEST_F(MemoryOrders, TwoAtomicsNeverRace) {
  for (const int thread : {1, 2, 3}) {
    EXPECT_FALSE(run_.store(thread, kData, kRelaxed));
    EXPECT_FALSE(run_.load(thread, kData, kRelaxed));
    EXPECT_FALSE(run_.update(thread, kData, kRelaxed));
  }
}

TEST_F(MemoryOrders, AtomicWithPlain) {
  run_.store(1, kData, kRelaxed);
  EXPECT_TRUE(run_.read(2, kData));
  run_.load(1, kOther, kRelaxed);
  EXPECT_FALSE(run_.read(2, kOther));
  EXPECT_TRUE(run_.write(2, kOther));
  run_.write(1, kFlag);
  EXPECT_TRUE(run_.load(2, kFlag, kAcquire));
  run_.read(1, kFlag + 8);
  EXPECT_FALSE(run_.load(2, kFlag + 8, kAcquire));
  EXPECT_TRUE(run_.store(2, kFlag + 8, kRelease));
}

// An atomic access stands for atomic ones only.
TEST_F(MemoryOrders, AnAtomicWriteDoesNotHideAPlainOneBeforeIt) {
  run_.write(1, kData);
  run_.join(2, 1);
  run_.store(2, kData, kRelaxed);
  EXPECT_TRUE(run_.store(3, kData, kRelaxed));
  EXPECT_EQ(run_.faults.back().earlier().thread, ThreadId{1});
}

TEST_F(MemoryOrders, AnAtomicReadDoesNotHideAPlainOneBeforeIt) {
  run_.read(1, kData);
  run_.join(2, 1);
  run_.load(2, kData, kRelaxed);
  EXPECT_TRUE(run_.store(3, kData, kRelaxed));
  EXPECT_EQ(run_.faults.back().earlier().thread, ThreadId{1});
}

TEST_F(MemoryOrders, AnAtomicReadDoesNotHideAnAtomicWriteBeforeIt) {
  run_.store(1, kData, kRelaxed);
  run_.join(2, 1);
  run_.load(2, kData, kRelaxed);
  EXPECT_TRUE(run_.read(3, kData));
  EXPECT_EQ(run_.faults.back().earlier().thread, ThreadId{1});
}

TEST_F(MemoryOrders, AnAtomicWriteDoesNotHideAnotherThatIsNotOrderedWithIt) {
  run_.store(1, kData, kRelaxed);
  run_.store(2, kData, kRelaxed);
  run_.join(0, 2);
  EXPECT_TRUE(run_.read(0, kData));
  EXPECT_EQ(run_.faults.back().earlier().thread, ThreadId{1});
}

TEST_F(MemoryOrders, AtomicsOfSixteenBytes) {
  run_.atomic(AccessKind::kWrite, 1, kData, kRelaxed, 16);
  EXPECT_FALSE(run_.read(2, kData + 16, 1));
  EXPECT_TRUE(run_.read(2, kData + 15, 1));
  EXPECT_TRUE(run_.read(2, kData, 1));
}

// As libstdc++ reads both counters of a shared pointer.
TEST_F(MemoryOrders, ALargerAtomicReadsFromBothThatItOverlaps) {
  run_.write(1, kData);
  run_.atomic(AccessKind::kUpdate, 1, kFlag, kRelease, 4);
  run_.write(2, kOther);
  run_.atomic(AccessKind::kUpdate, 2, kFlag + 4, kRelease, 4);
  run_.atomic(AccessKind::kRead, 3, kFlag, kAcquire, 8);
  EXPECT_FALSE(run_.write(3, kData));
  EXPECT_FALSE(run_.write(3, kOther));
}

TEST_F(MemoryOrders, ASmallerAtomicReadsFromALargerOne) {
  run_.write(1, kData);
  run_.atomic(AccessKind::kWrite, 1, kFlag, kRelease, 8);
  run_.atomic(AccessKind::kRead, 2, kFlag + 6, kAcquire, 1);
  EXPECT_FALSE(run_.write(2, kData));
}

TEST_F(MemoryOrders, AtomicsBesideEachOtherDoNotSynchronise) {
  run_.write(1, kData);
  run_.atomic(AccessKind::kWrite, 1, kFlag, kRelease, 4);
  run_.atomic(AccessKind::kRead, 2, kFlag + 4, kAcquire, 4);
  EXPECT_TRUE(run_.write(2, kData));
}

// The other half still belongs to the first store.
TEST_F(MemoryOrders, AStoreThatOverlapsEndsTheSequenceOfTheBytesItWrites) {
  run_.write(1, kData);
  run_.atomic(AccessKind::kWrite, 1, kFlag, kRelease, 8);
  run_.atomic(AccessKind::kWrite, 2, kFlag, kRelaxed, 4);
  run_.atomic(AccessKind::kRead, 3, kFlag, kAcquire, 4);
  EXPECT_TRUE(run_.read(3, kData));
  run_.atomic(AccessKind::kRead, 0, kFlag + 4, kAcquire, 4);
  EXPECT_FALSE(run_.read(0, kData));
}

// One operation reads and writes all of them.
TEST_F(MemoryOrders, AReadModifyWriteJoinsTheSequencesThatItOverlaps) {
  run_.write(1, kData);
  run_.atomic(AccessKind::kWrite, 1, kFlag, kRelease, 4);
  run_.atomic(AccessKind::kUpdate, 2, kFlag, kRelaxed, 8);
  run_.atomic(AccessKind::kRead, 3, kFlag + 4, kAcquire, 4);
  EXPECT_FALSE(run_.write(3, kData));
}

TEST_F(MemoryOrders, AFreeEndsTheSequenceOfItsBytesOnly) {
  run_.write(1, kData);
  run_.atomic(AccessKind::kWrite, 1, kFlag, kRelease, 8);
  detector_.renew({.address = kFlag, .size = 4});
  run_.atomic(AccessKind::kRead, 2, kFlag, kAcquire, 4);
  EXPECT_TRUE(run_.read(2, kData));
  run_.atomic(AccessKind::kRead, 3, kFlag, kAcquire, 8);
  EXPECT_FALSE(run_.read(3, kData));
}

TEST_F(MemoryOrders, MessagePassing) {
  run_.write(1, kData);
  run_.store(1, kFlag, kRelease);
  run_.load(2, kFlag, kAcquire);
  EXPECT_FALSE(run_.write(2, kData));
}

TEST_F(MemoryOrders, MessagePassingNeedsBothOrders) {
  run_.write(1, kData);
  run_.store(1, kFlag, kRelaxed);
  run_.load(2, kFlag, kAcquire);
  EXPECT_TRUE(run_.read(2, kData));

  run_.write(1, kOther);
  run_.store(1, kFlag, kRelease);
  run_.load(2, kFlag, kRelaxed);
  EXPECT_TRUE(run_.read(2, kOther));
}

TEST_F(MemoryOrders, UpdatesGoOnWithAReleaseSequence) {
  run_.write(1, kData);
  run_.store(1, kFlag, kRelease);
  run_.update(2, kFlag, kRelaxed);
  run_.update(3, kFlag, kRelaxed);
  run_.load(4, kFlag, kAcquire);
  EXPECT_FALSE(run_.read(4, kData));
  EXPECT_TRUE(run_.read(2, kData));  // it went on with it and learned nothing
}

TEST_F(MemoryOrders, AStoreEndsAReleaseSequence) {
  run_.write(1, kData);
  run_.store(1, kFlag, kRelease);
  run_.store(2, kFlag, kRelaxed);
  run_.load(3, kFlag, kAcquire);
  EXPECT_TRUE(run_.read(3, kData));
}

// Since C++20 also one of the same thread.
TEST_F(MemoryOrders, AStoreOfTheSameThreadEndsAReleaseSequence) {
  run_.write(1, kData);
  run_.store(1, kFlag, kRelease);
  run_.store(1, kFlag, kRelaxed);
  run_.load(3, kFlag, kAcquire);
  EXPECT_TRUE(run_.read(3, kData));
}

// In C, and before C++20, it goes on with that of its own thread, and ends those of the others.
TEST_F(MemoryOrders, AStoreOfTheSameThreadMayGoOnWithItsReleaseSequence) {
  run_.write(1, kData);
  run_.store(1, kFlag, kRelease);
  run_.write(2, kOther);
  run_.update(2, kFlag, kRelease);
  detector_.access({.thread = {1},
                    .kind = AccessKind::kWrite,
                    .atomic = true,
                    .order = kRelaxed,
                    .goes_on = true,
                    .address = kFlag,
                    .size = 4,
                    .site = {1}});
  run_.load(3, kFlag, kAcquire);
  EXPECT_FALSE(run_.read(3, kData));
  EXPECT_TRUE(run_.read(3, kOther));
}

TEST_F(MemoryOrders, AnUpdateHeadsASequenceOfItsOwn) {
  run_.write(1, kData);
  run_.update(1, kFlag, kRelease);
  run_.write(2, kOther);
  run_.update(2, kFlag, kRelease);
  run_.load(3, kFlag, kAcquire);
  EXPECT_FALSE(run_.read(3, kData));
  EXPECT_FALSE(run_.read(3, kOther));
}

TEST_F(MemoryOrders, AnUpdateThatAcquiresAndReleasesHandsOn) {
  run_.write(1, kData);
  run_.store(1, kFlag, kRelease);
  run_.update(2, kFlag, kAcquireRelease);
  EXPECT_FALSE(run_.read(2, kData));
  run_.load(3, kFlag, kAcquire);
  EXPECT_FALSE(run_.write(3, kOther));
}

TEST_F(MemoryOrders, FencesOnBothSides) {
  run_.write(1, kData);
  run_.fence(1, kRelease);
  run_.store(1, kFlag, kRelaxed);
  run_.load(2, kFlag, kRelaxed);
  run_.fence(2, kAcquire);
  EXPECT_FALSE(run_.write(2, kData));
}

TEST_F(MemoryOrders, AReleaseFenceForAnAcquireLoadAndTheOtherWayRound) {
  run_.write(1, kData);
  run_.fence(1, kRelease);
  run_.store(1, kFlag, kRelaxed);
  run_.load(2, kFlag, kAcquire);
  EXPECT_FALSE(run_.write(2, kData));

  run_.write(1, kOther);
  run_.store(1, kFlag, kRelease);
  run_.load(2, kFlag, kRelaxed);
  run_.fence(2, kAcquire);
  EXPECT_FALSE(run_.write(2, kOther));
}

TEST_F(MemoryOrders, WithoutTheReleaseFenceNothingIsPublished) {
  run_.write(1, kData);
  run_.fence(1, kAcquire);
  run_.store(1, kFlag, kRelaxed);
  run_.load(2, kFlag, kRelaxed);
  run_.fence(2, kAcquire);
  EXPECT_TRUE(run_.read(2, kData));
}

TEST_F(MemoryOrders, WithoutTheAcquireFenceNothingIsLearned) {
  run_.write(1, kData);
  run_.fence(1, kRelease);
  run_.store(1, kFlag, kRelaxed);
  run_.load(2, kFlag, kRelaxed);
  run_.fence(2, kRelease);
  EXPECT_TRUE(run_.read(2, kData));
}

TEST_F(MemoryOrders, FencesOnTheWrongSideOfTheirAtomics) {
  run_.write(1, kData);
  run_.store(1, kFlag, kRelaxed);
  run_.fence(1, kRelease);
  run_.load(2, kFlag, kAcquire);
  EXPECT_TRUE(run_.read(2, kData));

  run_.write(1, kOther);
  run_.store(1, kFlag, kRelease);
  run_.fence(2, kAcquire);
  run_.load(2, kFlag, kRelaxed);
  EXPECT_TRUE(run_.read(2, kOther));
}

TEST_F(MemoryOrders, AReleaseFencePublishesOnlyWhatCameBeforeIt) {
  run_.fence(1, kRelease);
  run_.write(1, kData);
  run_.store(1, kFlag, kRelaxed);
  run_.load(2, kFlag, kAcquire);
  EXPECT_TRUE(run_.read(2, kData));
}

TEST_F(MemoryOrders, WhatFollowsAReleaseIsNotPublished) {
  run_.write(1, kData);
  run_.fence(1, kRelease);
  run_.write(1, kData);
  run_.store(1, kFlag, kRelaxed);
  run_.load(2, kFlag, kAcquire);
  EXPECT_TRUE(run_.read(2, kData));

  run_.write(1, kOther);
  run_.store(1, kFlag, kRelease);
  run_.write(1, kOther);
  run_.load(2, kFlag, kAcquire);
  EXPECT_TRUE(run_.read(2, kOther));
}

TEST_F(MemoryOrders, ConsumeIsAcquire) {
  run_.write(1, kData);
  run_.store(1, kFlag, kRelease);
  run_.load(2, kFlag, MemoryOrder::kConsume);
  EXPECT_FALSE(run_.read(2, kData));
}

TEST_F(MemoryOrders, AFenceThatAcquiresAndReleasesHandsOn) {
  run_.write(1, kData);
  run_.store(1, kFlag, kRelease);
  run_.load(2, kFlag, kRelaxed);
  run_.fence(2, kAcquireRelease);
  run_.store(2, kOther, kRelaxed);
  run_.load(3, kOther, kAcquire);
  EXPECT_FALSE(run_.read(3, kData));
}

}  // namespace
}  // namespace heddle

#include "engine/continuation.h"

#include <gtest/gtest.h>

#include "points.h"

namespace heddle {
namespace {

TEST(DefaultChoice, FirstThreadAtTheStart) { EXPECT_EQ(default_choice(Point{{2}, {3}}), 0U); }

TEST(DefaultChoice, TheLastThreadGoesOnWithItsLowestVariant) {
  EXPECT_EQ(default_choice(Point{{0}, {1, 0}, {1, 1}, {2}}.last(1)), 1U);
}

TEST(DefaultChoice, NextInCyclicOrderWhenTheLastBlocked) {
  EXPECT_EQ(default_choice(Point{{0}, {2}, {3}}.last(1)), 1U);
  EXPECT_EQ(default_choice(Point{{0}, {1}}.last(2)), 0U);
}

TEST(DefaultChoice, NextInCyclicOrderWhenTheLastYielded) {
  EXPECT_EQ(default_choice(Point{{0}, {1}, {2}}.last(1).yielded()), 2U);
  EXPECT_EQ(default_choice(Point{{0}, {1}}.last(1).yielded()), 0U);
}

TEST(DefaultChoice, YieldingAloneGoesOn) {
  EXPECT_EQ(default_choice(Point{{1, 0}, {1, 1}}.last(1).yielded()), 0U);
  EXPECT_EQ(default_choice(Point{{0, kTimeout}, {1, 0}}.last(1).yielded().earliest(0)), 1U);
}

TEST(DefaultChoice, ASliceEnds) {
  EXPECT_EQ(default_choice(Point{{0}, {1}}.last(0, kFairSlice - 1)), 0U);
  EXPECT_EQ(default_choice(Point{{0}, {1}}.last(0, kFairSlice)), 1U);
  EXPECT_EQ(default_choice(Point{{0}, {1, kTimeout}}.last(0, kFairSlice).earliest(1)), 0U);
}

TEST(DefaultChoice, NoTimeoutWhileSomethingElseCanHappen) {
  EXPECT_EQ(default_choice(Point{{0, kTimeout}, {1}, {2, kSpurious}}.last(0).earliest(0)), 1U);
  EXPECT_EQ(default_choice(Point{{1, kTimeout}, {0}}.last(1).earliest(0)), 1U);
}

TEST(DefaultChoice, TimePassesWhenNothingElseCanHappen) {
  EXPECT_EQ(default_choice(Point{{0, kTimeout}, {1, kTimeout}}.last(0).earliest(1)), 1U);
  EXPECT_EQ(default_choice(Point{{0, kSpurious}, {1, kTimeout}}.last(0).earliest(1)), 1U);
  EXPECT_EQ(default_choice(Point{{0, kTimeout}, {1, kTimerSignal}}.last(0).earliest(1)), 1U);
}

TEST(DefaultChoice, NeverSpuriousWhileAnythingElseIsThere) {
  EXPECT_EQ(default_choice(Point{{0, kSpurious}, {1, kTimeout}, {1, kSpurious}}), 1U);  // deadlines unknown
}

TEST(PendingCheck, CoversKindSiteAndObject) {
  const Operation base{.kind = OperationKind::kRead, .site = {1}, .object = {2}};
  Operation other = base;
  EXPECT_EQ(pending_check(base), pending_check(other));
  other.address = 0x1234;  // of this process only
  EXPECT_EQ(pending_check(base), pending_check(other));
  other.kind = OperationKind::kWrite;
  EXPECT_NE(pending_check(base), pending_check(other));
  other = base;
  other.site = {2};
  EXPECT_NE(pending_check(base), pending_check(other));
  other = base;
  other.object = {1};
  EXPECT_NE(pending_check(base), pending_check(other));
  other.site = {2};  // site and object exchanged
  EXPECT_NE(pending_check(base), pending_check(other));
}

TEST(PendingCheck, IsNeverZero) {
  for (std::uint64_t site = 0; site < 100'000; ++site) {
    ASSERT_NE(pending_check({.kind = OperationKind::kRead, .site = {site}, .object = {}}), 0U);
  }
  EXPECT_NE(pending_check({}), 0U);
}

}  // namespace
TEST(DefaultChoice, HandlesASignalAtOnceButNotOneThatIsHeld) {
  EXPECT_EQ(default_choice(Point{{0, kHandleSignal}, {0, kLateSignal}, {1}}.last(0)), 0U);
  EXPECT_EQ(default_choice(Point{{0}, {0, kHandleSignal}, {1}}.last(0)), 0U);
  EXPECT_EQ(default_choice(Point{{0, kHandleSignal}, {0, kEarlySignal}, {1}}.last(1)), 2U);
}

}  // namespace heddle

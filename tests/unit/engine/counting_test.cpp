#include "engine/counting.h"

#include <gtest/gtest.h>

#include "points.h"

namespace heddle {
namespace {

TEST(Preemption, IsASwitchAwayFromAnEnabledThread) {
  EXPECT_TRUE(is_preemption(Point{{0}, {1}}.last(0), 1));
  EXPECT_FALSE(is_preemption(Point{{0}, {1}}.last(0), 0));
  EXPECT_FALSE(is_preemption(Point{{0}, {1}}, 1));          // the first step
  EXPECT_FALSE(is_preemption(Point{{0}, {1}}.last(2), 1));  // the last one blocked
  EXPECT_FALSE(is_preemption(Point{{0}, {1}}.last(0).yielded(), 1));
  EXPECT_FALSE(is_preemption(Point{{0, kTimeout}, {1}}.last(0), 1));   // parked in a timed wait
  EXPECT_FALSE(is_preemption(Point{{0, 0}, {0, 1}, {1}}.last(0), 1));  // another variant of the same thread
}

TEST(Extra, IsATimeoutThatNothingForces) {
  EXPECT_FALSE(is_extra(Point{{0}, {1, kTimeout}}.earliest(1), 0));
  EXPECT_TRUE(is_extra(Point{{0}, {1, kTimeout}}.earliest(1), 1));
  EXPECT_TRUE(is_extra(Point{{0}, {1, kSpurious}}, 1));
  EXPECT_FALSE(is_extra(Point{{0, kTimeout}, {1, kTimeout}}.earliest(1), 1));
  EXPECT_TRUE(is_extra(Point{{0, kTimeout}, {1, kTimeout}}.earliest(1), 0));
  EXPECT_TRUE(is_extra(Point{{0, kTimeout}, {0, kSpurious}}.earliest(0), 1));
}

TEST(Extra, IsASignalAtAnUnusualMoment) {
  EXPECT_FALSE(is_extra(Point{{0, kHandleSignal}, {0, kLateSignal}}, 0));
  EXPECT_TRUE(is_extra(Point{{0, kHandleSignal}, {0, kLateSignal}}, 1));
  EXPECT_TRUE(is_extra(Point{{0, kHandleSignal}, {0, kEarlySignal}}, 1));
  EXPECT_FALSE(is_extra(Point{{0, kTimerSignal}, {1, kTimeout}}.earliest(0), 0));
  EXPECT_TRUE(is_extra(Point{{0}, {1, kTimerSignal}}.earliest(1), 1));
}

TEST(Delays, CountEnabledThreadsFromTheLastToTheChosen) {
  EXPECT_EQ(delays(Point{{0}, {1}, {2}}, 0), 0U);
  EXPECT_EQ(delays(Point{{0}, {1}, {2}}, 2), 2U);
  EXPECT_EQ(delays(Point{{0}, {1}, {2}}.last(1), 1), 0U);
  EXPECT_EQ(delays(Point{{0}, {1}, {2}}.last(1), 2), 1U);
  EXPECT_EQ(delays(Point{{0}, {1}, {2}}.last(1), 0), 2U);  // 1, 2, then round to 0
  EXPECT_EQ(delays(Point{{0}, {2}, {3}}.last(1), 1), 0U);  // the last one blocked
  EXPECT_EQ(delays(Point{{0}, {2}, {3}}.last(1), 2), 1U);
  EXPECT_EQ(delays(Point{{0}, {1, 0}, {1, 1}, {2}}.last(0), 3), 2U);  // variants do not count twice
  EXPECT_EQ(delays(Point{{0}, {1, kTimeout}, {2}}.last(0), 2), 1U);   // nor does a thread that could only time out
}

TEST(CostCounter, SwitchesAreTheExecutorsToCount) {
  CostCounter counter;
  counter.choose(Point{{0}, {1}}.last(0), 1);
  counter.end({.switches = 2});
  EXPECT_EQ(counter.costs(), (Costs{.switches = 2, .preemptions = 1, .delays = 1}));
}

TEST(CostCounter, ATimeoutBesideOthersCostsOneInEveryCounting) {
  CostCounter counter;
  counter.choose(Point{{0, kTimeout}, {1}}.last(0).earliest(0), 0);
  EXPECT_EQ(counter.costs(), (Costs{.switches = 1, .preemptions = 1, .delays = 1}));
}

TEST(CostCounter, AddsUp) {
  CostCounter counter;
  counter.choose(Point{{0}, {1}, {2}}.last(0), 2);
  counter.choose(Point{{0}, {1}, {2}}.last(2), 1);
  EXPECT_EQ(counter.costs().preemptions, 2U);
  EXPECT_EQ(counter.costs().delays, 4U);
}

}  // namespace
}  // namespace heddle

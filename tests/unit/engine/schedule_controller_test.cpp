#include "engine/schedule_controller.h"

#include <gtest/gtest.h>

#include "points.h"

namespace heddle {
namespace {

TEST(ScheduleController, EmptyScheduleIsTheDefault) {
  ScheduleController replay({});
  (void)replay.begin();
  EXPECT_EQ(replay.choose(Point{{0}, {1}}.number(0).last(1)), 1U);
  replay.end({});
  EXPECT_FALSE(replay.diverged());
}

TEST(ScheduleController, DeviatesAtItsStepsOnly) {
  const Schedule schedule{{1, {{1}, kProceed}, pending_check(Point::operation_of(1))}, {2, {{0}, kTimeout}, 0}};
  ScheduleController replay(schedule);
  for (int execution = 0; execution < 2; ++execution) {
    (void)replay.begin();
    EXPECT_EQ(replay.choose(Point{{0}, {1}}.number(0).last(0)), 0U);
    EXPECT_EQ(replay.choose(Point{{0}, {1}}.number(1).last(0)), 1U);
    EXPECT_EQ(replay.choose(Point{{0, kTimeout}, {1}}.number(2).last(1)), 0U);
    EXPECT_EQ(replay.choose(Point{{0}, {1}}.number(3).last(0)), 0U);
    replay.end({});
    EXPECT_FALSE(replay.diverged());
  }
}

TEST(ScheduleController, NotOffered) {
  const Schedule schedule{{0, {{2}, kProceed}, 0}};
  ScheduleController replay(schedule);
  (void)replay.begin();
  EXPECT_EQ(replay.choose(Point{{0}, {1}}), kDiverge);
  replay.end({});
  ASSERT_TRUE(replay.diverged());
  EXPECT_EQ(replay.divergence().reason, DivergenceReason::kNotOffered);
  EXPECT_EQ(replay.divergence().expected, schedule[0]);
}

TEST(ScheduleController, AnotherVariantIsAnotherAlternative) {
  const Schedule schedule{{0, {{1}, 2}, 0}};
  ScheduleController replay(schedule);
  (void)replay.begin();
  EXPECT_EQ(replay.choose(Point{{1, 0}, {1, 1}}), kDiverge);
}

TEST(ScheduleController, OtherOperation) {
  const Schedule schedule{{0, {{1}, kProceed}, pending_check(Point::operation_of(2))}};
  ScheduleController replay(schedule);
  (void)replay.begin();
  EXPECT_EQ(replay.choose(Point{{0}, {1}}), kDiverge);
  ASSERT_TRUE(replay.diverged());
  EXPECT_EQ(replay.divergence().reason, DivergenceReason::kOtherOperation);
  EXPECT_EQ(replay.divergence().found_check, pending_check(Point::operation_of(1)));
}

TEST(ScheduleController, LeftOver) {
  const Schedule schedule{{5, {{1}, kProceed}, 0}};
  ScheduleController replay(schedule);
  (void)replay.begin();
  EXPECT_EQ(replay.choose(Point{{0}, {1}}.number(0)), 0U);
  EXPECT_FALSE(replay.diverged());
  replay.end({});
  ASSERT_TRUE(replay.diverged());
  EXPECT_EQ(replay.divergence().reason, DivergenceReason::kLeftOver);
  EXPECT_EQ(replay.divergence().point, 1U);
}

TEST(ScheduleController, SameStepTwice) {
  const Schedule schedule{{0, {{1}, kProceed}, 0}, {0, {{0}, kProceed}, 0}};
  ScheduleController replay(schedule);
  (void)replay.begin();
  EXPECT_EQ(replay.choose(Point{{0}, {1}}.number(0)), 1U);
  EXPECT_EQ(replay.choose(Point{{0}, {1}}.number(1)), kDiverge);
  EXPECT_EQ(replay.divergence().reason, DivergenceReason::kOutOfOrder);
}

}  // namespace
}  // namespace heddle

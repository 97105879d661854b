#include "engine/recording_controller.h"

#include <gtest/gtest.h>

#include <array>

#include "points.h"

namespace heddle {
namespace {

// Takes what it is told.
class Told final : public Controller {
 public:
  std::size_t choose(const ChoicePoint& /*point*/) override { return take; }
  std::size_t take = 0;
};

TEST(RecordingController, KeepsOnlyDeviationsFromTheDefault) {
  Told told;
  std::array<Deviation, 4> storage{};
  RecordingController recording(told, storage);
  (void)recording.begin();
  told.take = 0;
  EXPECT_EQ(recording.choose(Point{{0}, {1}}.number(0).last(0)), 0U);
  told.take = 1;
  EXPECT_EQ(recording.choose(Point{{0}, {1}}.number(1).last(0)), 1U);
  EXPECT_EQ(recording.choose(Point{{0}, {1}}.number(2).last(1)), 1U);
  EXPECT_EQ(recording.choose(Point{{0}, {1, 0}, {2, kTimeout}}.number(3).last(0)), 1U);
  ASSERT_EQ(recording.schedule().size(), 2U);
  EXPECT_EQ(recording.schedule()[0], (Deviation{1, {{1}, kProceed}, pending_check(Point::operation_of(1))}));
  EXPECT_EQ(recording.schedule()[1], (Deviation{3, {{1}, kProceed}, pending_check(Point::operation_of(1))}));
  EXPECT_FALSE(recording.overflowed());
}

TEST(RecordingController, SaysWhenItWasTooMuch) {
  Told told;
  told.take = 1;
  std::array<Deviation, 2> storage{};
  RecordingController recording(told, storage);
  (void)recording.begin();
  for (std::uint32_t step = 0; step < 3; ++step) {
    EXPECT_FALSE(recording.overflowed());
    EXPECT_EQ(recording.choose(Point{{0}, {1}}.number(step).last(0)), 1U);
  }
  EXPECT_TRUE(recording.overflowed());
  EXPECT_EQ(recording.schedule().size(), 2U);
  (void)recording.begin();
  EXPECT_FALSE(recording.overflowed());
  EXPECT_TRUE(recording.schedule().empty());
}

TEST(RecordingController, DoesNotKeepThatAnExecutionIsGivenUp) {
  Told told;
  std::array<Deviation, 1> storage{};
  RecordingController recording(told, storage);
  (void)recording.begin();
  told.take = kDiverge;
  EXPECT_EQ(recording.choose(Point{{0}, {1}}), kDiverge);
  EXPECT_TRUE(recording.schedule().empty());
}

}  // namespace
}  // namespace heddle

#include "engine/divergence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "points.h"

namespace heddle {
namespace {

std::string text(const Divergence& divergence) {
  std::array<char, 1024> buffer{};
  const std::size_t length = describe(divergence, buffer);
  EXPECT_EQ(std::string_view(buffer.data()).size(), length);
  return buffer.data();
}

TEST(Divergence, SaysWhatWasPossible) {
  EXPECT_EQ(text(divergence_at(Point{{0}, {1, 2}, {2, kTimeout}, {2, kSpurious}}.number(17),
                               DivergenceReason::kNotOffered, {17, {{4}, 3}, 0})),
            "at point 17 the schedule takes thread 4 variant 3, which is not possible; possible: thread 0 (write), "
            "thread 1 variant 2 (write), thread 2 timing out (write), thread 2 waking spuriously (write)");
}

TEST(Divergence, SaysWhatHappensToSignals) {
  EXPECT_EQ(text(divergence_at(Point{{0, kHandleSignal}, {0, kTimerSignal}, {1, kEarlySignal}, {2}}.number(3),
                               DivergenceReason::kNotOffered, {3, {{0}, kLateSignal}, 0})),
            "at point 3 the schedule takes thread 0 holding a signal back, which is not possible; possible: "
            "thread 0 handling a signal (write), thread 0 handling a timer's signal (write), "
            "thread 1 handling a signal just before its call (write), thread 2 (write)");
}

TEST(Divergence, ManyChoicesAreCut) {
  const std::string line = text(divergence_at(Point{{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {9}},
                                              DivergenceReason::kOtherOperation, {0, {{9}, kProceed}, 5}));
  EXPECT_NE(line.find("thread 7 (write) and 2 more"), std::string::npos) << line;
  EXPECT_EQ(line.find("thread 8"), std::string::npos) << line;
}

TEST(Divergence, FitsAnyBuffer) {
  const Divergence divergence =
      divergence_at(Point{{0}, {1}}.number(4'294'967'295U), DivergenceReason::kOutOfOrder, {0, {{1}, kTimeout}, 5});
  const std::string whole = text(divergence);
  for (std::size_t size = 1; size < whole.size() + 3; ++size) {
    std::string buffer(size, 'x');
    const std::size_t length = describe(divergence, buffer);
    EXPECT_EQ(length, std::min(size - 1, whole.size()));
    EXPECT_EQ(buffer.substr(0, length), whole.substr(0, length));
    EXPECT_EQ(buffer[length], '\0');
  }
  EXPECT_EQ(describe(divergence, {}), 0U);
}

}  // namespace
}  // namespace heddle

#include "engine/random_controller.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "points.h"

namespace heddle {
namespace {

// How often each choice is taken over `draws` steps.
std::vector<int> frequencies(Point& point, int draws, std::uint64_t seed = 7) {
  RandomController random(seed);
  std::vector<int> taken(static_cast<const ChoicePoint&>(point).choices.size());
  for (int draw = 0; draw < draws; ++draw) {
    ++taken.at(random.choose(point.number(static_cast<std::uint32_t>(draw))));
  }
  return taken;
}

// In all tests below 48,000 draws; the widest standard deviation is 110, so 700 is more than six of them.
constexpr int kDraws = 48'000;
constexpr double kTolerance = 700;

TEST(RandomController, ThreadsAreUniform) {
  Point point{{0}, {1}, {2}};
  for (const int taken : frequencies(point, kDraws)) {
    EXPECT_NEAR(taken, kDraws / 3, kTolerance);
  }
}

TEST(RandomController, ThreadsFirstThenVariants) {
  Point point{{0}, {1, 0}, {1, 1}, {1, 2}, {2}};
  const std::vector<int> taken = frequencies(point, kDraws);
  EXPECT_NEAR(taken[0], kDraws / 3, kTolerance);
  EXPECT_NEAR(taken[1], kDraws / 9, kTolerance);
  EXPECT_NEAR(taken[2], kDraws / 9, kTolerance);
  EXPECT_NEAR(taken[3], kDraws / 9, kTolerance);
  EXPECT_NEAR(taken[4], kDraws / 3, kTolerance);
}

TEST(RandomController, ExtrasOnceInSixteen) {
  Point point{{0}, {1, kTimeout}, {1, kSpurious}, {2}};
  const std::vector<int> taken = frequencies(point, kDraws);
  EXPECT_NEAR(taken[1], kDraws / 32, kTolerance / 2);
  EXPECT_NEAR(taken[2], kDraws / 32, kTolerance / 2);
  EXPECT_NEAR(taken[0], kDraws * 15 / 32, kTolerance);
  EXPECT_NEAR(taken[3], kDraws * 15 / 32, kTolerance);
}

TEST(RandomController, EarliestDeadlineMostlyWhenOnlyTimePasses) {
  Point point{{0, kTimeout}, {1, kTimeout}, {1, kSpurious}};
  point.earliest(1);
  const std::vector<int> taken = frequencies(point, kDraws);
  EXPECT_NEAR(taken[0], kDraws / 16, kTolerance);
  EXPECT_NEAR(taken[1], kDraws * 15 / 16, kTolerance);
  EXPECT_EQ(taken[2], 0);
}

TEST(RandomController, IsAPureFunctionOfSeedStepAndChoices) {
  RandomController forwards(5);
  RandomController backwards(5);
  Point point{{0}, {1, 0}, {1, 1}, {1, kTimeout}, {4}};
  std::map<std::uint32_t, std::size_t> taken;
  for (std::uint32_t step = 0; step < 200; ++step) {
    taken[step] = forwards.choose(point.number(step));
  }
  for (std::uint32_t step = 200; step-- > 0;) {
    EXPECT_EQ(backwards.choose(point.number(step)), taken[step]);
  }
}

TEST(RandomController, ReseedNamesAnotherExecution) {
  Point point{{0}, {1}};
  RandomController random(1);
  const auto walk = [&] {
    std::vector<std::size_t> choices;
    for (std::uint32_t step = 0; step < 64; ++step) {
      choices.push_back(random.choose(point.number(step)));
    }
    return choices;
  };
  const std::vector<std::size_t> first = walk();
  random.reseed(2);
  EXPECT_NE(walk(), first);
  random.reseed(1);
  EXPECT_EQ(walk(), first);
}

// Consecutive seeds are independent: over 16,000 seeds the first two choices come in all four combinations, 4,000 times
// each with a standard deviation of 55.
TEST(RandomController, ConsecutiveSeedsDoNotCorrelate) {
  Point point{{0}, {1}};
  RandomController random(0);
  std::map<std::size_t, int> combinations;
  for (std::uint64_t seed = 0; seed < 16'000; ++seed) {
    random.reseed(seed);
    const std::size_t first = random.choose(point.number(0));
    const std::size_t second = random.choose(point.number(1));
    ++combinations[first * 2 + second];
  }
  for (const auto& [combination, times] : combinations) {
    EXPECT_NEAR(times, 4000, 400) << combination;
  }
}

}  // namespace
}  // namespace heddle

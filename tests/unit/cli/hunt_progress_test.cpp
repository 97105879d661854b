#include "cli/hunt_progress.h"

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

struct HuntProgressTest : testing::Test {
  HuntProgressTest() {
    totals.rounds.resize(2);
    totals.rounds[0].executions = 100;
    totals.rounds[1].executions = 900;
    totals.rounds[1].bound = 1;
  }
  [[nodiscard]] std::string line(double seconds) const { return progress_line(options, search, seconds); }
  RoundTotals& round() { return totals.rounds.back(); }

  HuntOptions options;
  Totals totals;
  SearchProgress search{.totals = &totals, .problem = {}};
};

TEST_F(HuntProgressTest, WhatIsLeftIsALowerLimit) {
  search.left = 2100;
  search.findings = 1;
  EXPECT_EQ(
      line(2),
      "2 s: 1,000 executions (500/s), at most 1 preemption: at most 30 % done, at least 2,100 left (at least 4 s), "
      "1 finding");
}

TEST_F(HuntProgressTest, CountsInWords) {
  totals.rounds.resize(1);
  round().executions = 1;
  EXPECT_EQ(line(1), "1 s: 1 execution (1/s), no preemption, 0 findings");
  round().bound = 2;
  options.exploration.measure = Measure::kSwitches;
  EXPECT_EQ(line(1), "1 s: 1 execution (1/s), at most 2 switches, 0 findings");
}

TEST_F(HuntProgressTest, ExecutionsOfAllKindsAreDone) {
  round() = {};
  round().executions = 10;
  round().beyond_bound = 20;
  round().pruned = 30;
  round().given_up = 40;
  totals.before = 200;
  totals.repeated = 300;
  search.left = 100;
  EXPECT_EQ(line(1), "1 s: 700 executions (700/s), no preemption: at most 50 % done, at least 100 left, 0 findings");
}

TEST_F(HuntProgressTest, NeverAllOfIt) {
  round().executions = 1'000'000;
  search.left = 1;
  EXPECT_NE(line(2).find("at most 99 % done"), std::string::npos);
}

TEST_F(HuntProgressTest, WithoutABoundNoneIsNamedAndWithoutAnEndNoShare) {
  options.strategy = "random";
  search.left = 1;  // a range of seeds without an end
  EXPECT_EQ(line(2), "2 s: 1,000 executions (500/s), 0 findings");
  EXPECT_EQ(line(0), "0 s: 1,000 executions (0/s), 0 findings");
}

TEST_F(HuntProgressTest, BeforeTheFirstRoundThereIsNothing) {
  totals.rounds.clear();
  EXPECT_EQ(line(1), "1 s: 0 executions (0/s), no preemption, 0 findings");
}

TEST_F(HuntProgressTest, WhatIsNotOnDiskIsTold) {
  search.problem = "No space left on device";
  EXPECT_EQ(line(2),
            "2 s: 1,000 executions (500/s), at most 1 preemption, not on disk: No space left on device, "
            "0 findings");
}

}  // namespace
}  // namespace heddle::cli

#include "cli/hunt_progress.h"

#include <gtest/gtest.h>

#include <memory>

namespace heddle::cli {
namespace {

struct HuntProgressTest : testing::Test {
  HuntProgressTest() {
    hunt->executions = 900;
    hunt->beyond_bound = 0;
    hunt->other = 100;
    hunt->bound = 1;
  }
  HuntOptions options;
  std::unique_ptr<segment::HuntResult> hunt = std::make_unique<segment::HuntResult>();
};

TEST_F(HuntProgressTest, WhatIsLeftIsALowerLimit) {
  hunt->left = 2100;
  hunt->finding_count = 1;
  EXPECT_EQ(
      progress_line(options, *hunt, 2),
      "2 s: 1,000 executions (500/s), at most 1 preemption: at most 30 % done, at least 2,100 left (at least 4 s), "
      "1 finding");
}

TEST_F(HuntProgressTest, CountsInWords) {
  hunt->executions = 1;
  hunt->other = 0;
  hunt->bound = 0;
  EXPECT_EQ(progress_line(options, *hunt, 1), "1 s: 1 execution (1/s), no preemption, 0 findings");
  hunt->bound = 2;
  options.exploration.measure = Measure::kSwitches;
  EXPECT_EQ(progress_line(options, *hunt, 1), "1 s: 1 execution (1/s), at most 2 switches, 0 findings");
}

TEST_F(HuntProgressTest, NeverAllOfIt) {
  hunt->executions = 1'000'000;
  hunt->left = 1;
  EXPECT_NE(progress_line(options, *hunt, 2).find("at most 99 % done"), std::string::npos);
}

TEST_F(HuntProgressTest, WithoutABoundNoneIsNamedAndWithoutAnEndNoShare) {
  options.strategy = "random";
  hunt->left = 1;  // a range of seeds without an end
  EXPECT_EQ(progress_line(options, *hunt, 2), "2 s: 1,000 executions (500/s), 0 findings");
  EXPECT_EQ(progress_line(options, *hunt, 0), "0 s: 1,000 executions (0/s), 0 findings");
}

}  // namespace
}  // namespace heddle::cli

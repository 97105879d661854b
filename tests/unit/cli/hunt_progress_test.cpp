#include "cli/records/hunt_progress.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "strategies/tree_options.h"

namespace heddle::cli {
namespace {

using nlohmann::json;

struct HuntProgressTest : testing::Test {
  HuntProgressTest() {
    RoundTotals& round = totals.rounds.emplace_back();
    round.executions = 900;
    round.bound = 1;
    totals.before = 100;
    search = {.totals = &totals, .left = 2100, .findings = 1, .workers = 2, .busy = 1, .problem = ""};
  }
  RoundTotals& round() { return totals.rounds.back(); }
  // The bound below is done, and has cut so many: nothing of them is followed by others.
  void know_the_bound_below(std::uint64_t executions, std::uint64_t next) {
    RoundTotals below;
    below.executions = executions;
    below.ended = true;
    below.growth.next = next;
    below.growth.spent = executions;
    totals.rounds.insert(totals.rounds.begin(), below);
  }
  HuntOptions options;
  Totals totals;
  SearchProgress search;
};

TEST_F(HuntProgressTest, WithNothingToGoByWhatIsLeftIsALowerLimit) {
  EXPECT_EQ(progress_line(options, search, 2),
            "2 s: 1,000 executions (500/s, 2 workers), at most 1 preemption: at most 30 % done, at least 2,100 left "
            "(at least 4 s), 1 finding");
  const json object = json::parse(progress_json(options, search, 2));
  EXPECT_EQ(object["left_at_least"], 2100);
  EXPECT_EQ(object["left_estimate"], nullptr);
  EXPECT_EQ(object["share_low"], nullptr);
}

TEST_F(HuntProgressTest, AnEstimateHasTwoLimits) {
  know_the_bound_below(3, 3000);
  round().growth.spent = 850;
  round().growth.spent_children = 500;
  // Known: 3 + 3,000 + 500, of which 900 are made. Below, 2 others followed from each: 5,500 are still to come, or half
  // as many again.
  const auto left = left_of(options, search);
  ASSERT_TRUE(left);
  EXPECT_EQ(left->low, 2603);
  EXPECT_EQ(left->high, 2603 + 5500 * 3 / 2);
  EXPECT_EQ(
      progress_line(options, search, 1),
      "1 s: 1,003 executions (1,000/s, 2 workers), at most 1 preemption: 7-25 % done, 2,600-10,900 left (3-11 s), "
      "1 finding");
  const json object = json::parse(progress_json(options, search, 1));
  EXPECT_EQ(object["left_estimate"]["low"], left->low);
  EXPECT_EQ(object["left_estimate"]["high"], left->high);
  EXPECT_DOUBLE_EQ(object["share_high"], 900.0 / 3503);
}

TEST_F(HuntProgressTest, WhatIsKnownIsOneFigure) {
  know_the_bound_below(1, 6'300'000);
  search.left = 100;
  round().executions = 2'000'001;
  round().growth.spent = 2'000'000;
  EXPECT_EQ(progress_line(options, search, 10),
            "10 s: 2,000,102 executions (200,000/s, 2 workers), at most 1 preemption: 31 % done, 4.3 million left "
            "(21 s), 1 finding");
}

TEST_F(HuntProgressTest, LimitsFarApartAreNoUse) {
  know_the_bound_below(1'000'000, 1'000'000);
  EXPECT_NE(progress_line(options, search, 2).find(": at most 0 % done, at least 1,999,100 left"), std::string::npos)
      << progress_line(options, search, 2);
}

TEST_F(HuntProgressTest, CountsInWords) {
  totals.before = 0;
  search.left = 0;
  search.findings = 0;
  search.workers = 1;
  round().executions = 1;
  round().bound = 0;
  EXPECT_EQ(progress_line(options, search, 1), "1 s: 1 execution (1/s, 1 worker), no preemption, 0 findings");
  round().bound = 2;
  options.settings.set(kCount, "switches");
  EXPECT_EQ(progress_line(options, search, 1), "1 s: 1 execution (1/s, 1 worker), at most 2 switches, 0 findings");
}

TEST_F(HuntProgressTest, NeverAllOfIt) {
  round().executions = 1'000'000;
  search.left = 1;
  EXPECT_NE(progress_line(options, search, 2).find("at most 99 % done"), std::string::npos);
}

TEST_F(HuntProgressTest, BoundsThatTakeTurnsAreToldByTheirRange) {
  const auto says = [this](const char* words) {
    const std::string line = progress_line(options, search, 2);
    EXPECT_NE(line.find(std::string("workers), ") + words + ": "), std::string::npos) << line;
  };
  const auto begin = [this](std::uint32_t bound) {
    round().limited = true;
    totals.rounds.emplace_back(round());
    round().limited = round().ended = false;
    round().bound = bound;
  };
  says("at most 1 preemption");
  begin(2);
  says("bounds 0 to 2 in turn, now at most 2 preemptions");
  begin(0);
  says("bounds 0 to 2 in turn, now no preemption");
  round().ended = true;
  begin(1);
  says("bounds 1 to 2 in turn, now at most 1 preemption");
}

TEST_F(HuntProgressTest, WithoutABoundNoneIsNamedAndWithoutAnEndNoShare) {
  options.strategy = "random";
  search.left = 1;  // a range of seeds without an end
  EXPECT_EQ(progress_line(options, search, 2), "2 s: 1,000 executions (500/s, 2 workers), 1 finding");
  EXPECT_EQ(progress_line(options, search, 0), "0 s: 1,000 executions (0/s, 2 workers), 1 finding");
  const json object = json::parse(progress_json(options, search, 2));
  EXPECT_EQ(object["bound"], nullptr);
  EXPECT_EQ(object["left_at_least"], nullptr);
  EXPECT_EQ(object["left_estimate"], nullptr);
}

TEST_F(HuntProgressTest, ExecutionsAskedForAreAnEnd) {
  options.strategy = "random";
  options.exploration.executions = 4000;
  EXPECT_EQ(progress_line(options, search, 2),
            "2 s: 1,000 executions (500/s, 2 workers): 22 % done, 3,100 left (6 s), 1 finding")
      << "100 came before all shared memory was seen, and do not count";
}

TEST_F(HuntProgressTest, OfASearchThatGoesOnTheRateIsThatOfThisTime) {
  search.made_before = 600;
  EXPECT_NE(progress_line(options, search, 2).find("(200/s,"), std::string::npos);
}

TEST_F(HuntProgressTest, JsonHasAllFigures) {
  search.problem = "the disk is full";
  const json object = json::parse(progress_json(options, search, 2));
  EXPECT_EQ(object["version"], 1);
  EXPECT_EQ(object["seconds"], 2.0);
  EXPECT_EQ(object["executions"], 1000);
  EXPECT_EQ(object["executions_per_second"], 500.0);
  EXPECT_EQ(object["strategy"], "cb");
  EXPECT_EQ(object["bound"], 1);
  EXPECT_EQ(object["workers"], 2);
  EXPECT_EQ(object["busy"], 1);
  EXPECT_EQ(object["findings"], 1);
  EXPECT_EQ(object["on_disk"], false);
  EXPECT_EQ(object["problem"], "the disk is full");
  EXPECT_EQ(progress_json(options, search, 2).find('\n'), std::string::npos);
}

}  // namespace
}  // namespace heddle::cli

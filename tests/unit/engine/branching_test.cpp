#include "engine/branching.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/rng.h"

namespace heddle {
namespace {

Elsewhere some_fault(std::uint64_t number, const char* words, std::uint32_t deviations) {
  Elsewhere one;
  one.finding.fault.kind = FindingKind::kDeadlock;
  one.finding.fault.signature = 77 + number;
  one.finding.witness.outcome.kind = OutcomeKind::kDeadlock;
  one.finding.witness.outcome.event_hash = 99 * number;
  one.finding.witness.message = words;
  one.finding.origin.execution = number;
  one.target.payload.assign(deviations + 1, std::byte{5});
  for (std::uint32_t step = 0; step < deviations; ++step) {
    one.target.path.push_back({.point = 3 * step, .take = {.thread = ThreadId{1}}, .check = step, .prefix = ~step});
  }
  return one;
}

BranchReport some_report() {
  BranchReport report;
  report.tally = {.executions = 5, .beyond_bound = 1, .pruned = 2, .cut = 7, .steps = 1234};
  report.steps = 321;
  report.found = {some_fault(3, "a lock is held", 2), some_fault(4, "", 0)};
  report.heads = {{.key = 1, .weight = 2, .targets = 3, .bytes = 4}};
  report.bytes = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
  report.reached = {{.hash = 11, .cost = 1, .complete = 0}, {.hash = 12, .cost = 0, .complete = 1}};
  report.noted = {std::byte{9}, std::byte{8}};
  return report;
}

TEST(BranchReport, ComesBackAsItWas) {
  const BranchReport report = some_report();
  const auto read = to_report(to_bytes(report));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->tally, report.tally);
  EXPECT_EQ(read->steps, report.steps);
  ASSERT_EQ(read->found.size(), 2U);
  for (std::size_t index = 0; index < 2; ++index) {
    const Finding& one = read->found[index].finding;
    const Finding& other = report.found[index].finding;
    EXPECT_EQ(one.fault.kind, other.fault.kind);
    EXPECT_EQ(one.fault.signature, other.fault.signature);
    EXPECT_EQ(one.witness.outcome.event_hash, other.witness.outcome.event_hash);
    EXPECT_EQ(one.witness.message, other.witness.message);
    EXPECT_EQ(one.origin.execution, other.origin.execution);
    EXPECT_EQ(read->found[index].target.path, report.found[index].target.path);
    EXPECT_EQ(read->found[index].target.payload, report.found[index].target.payload);
  }
  ASSERT_EQ(read->heads.size(), 1U);
  EXPECT_EQ(read->heads[0].weight, 2U);
  EXPECT_EQ(read->bytes, report.bytes);
  ASSERT_EQ(read->reached.size(), 2U);
  EXPECT_EQ(read->reached[1].hash, 12U);
  EXPECT_EQ(read->reached[1].complete, 1U);
  EXPECT_EQ(read->noted, report.noted);
}

TEST(BranchReport, OfNothingComesBack) {
  const auto read = to_report(to_bytes({}));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->tally, Tally{});
  EXPECT_TRUE(read->found.empty());
}

TEST(BranchReport, CutOffAnywhereIsNone) {
  const std::vector<std::byte> bytes = to_bytes(some_report());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(to_report(std::span(bytes).first(size))) << size;
  }
}

TEST(BranchReport, WithMoreBehindItIsNone) {
  std::vector<std::byte> bytes = to_bytes(some_report());
  bytes.push_back(std::byte{0});
  EXPECT_FALSE(to_report(bytes));
}

// Most of them say they contain more than there is; none may be believed.
TEST(BranchReport, OfRandomBytesTakesNoMoreThanIsThere) {
  Rng rng(1);
  for (int round = 0; round < 2'000; ++round) {
    std::vector<std::byte> bytes(rng.below(1'000));
    std::ranges::generate(bytes, [&] { return std::byte(rng.below(256)); });
    EXPECT_FALSE(to_report(bytes));
  }
  const std::vector<std::byte> good = to_bytes(some_report());
  for (std::size_t index = 0; index < good.size(); ++index) {
    std::vector<std::byte> bytes = good;
    bytes[index] ^= std::byte{0x80};
    if (const auto read = to_report(bytes)) {
      EXPECT_LE(read->bytes.size() + read->noted.size(), good.size());
    }
  }
}

constexpr std::uint64_t kMillisecond = 1'000'000;

TEST(BranchCosts, AreNotAskedWhereItIsSaid) {
  const BranchCosts always(Checkpoints::kAlways);
  BranchCosts never(Checkpoints::kNever);
  never.started(100 * kMillisecond);
  never.made(100 * kMillisecond, 10);
  EXPECT_TRUE(always.pays(0));
  EXPECT_TRUE(always.pays_at_first());
  EXPECT_FALSE(never.pays(1'000'000));
  EXPECT_FALSE(never.pays_at_first());
}

TEST(BranchCosts, AreTooHighUntilAnExecutionWasMeasured) {
  const BranchCosts costs(Checkpoints::kAuto);
  EXPECT_FALSE(costs.pays(1'000'000));
  EXPECT_FALSE(costs.pays_at_first());
}

TEST(BranchCosts, OfAProcessAreWeighedAgainstWhatComesBefore) {
  BranchCosts costs(Checkpoints::kAuto);
  costs.made(kMillisecond, 1'000);  // a microsecond per point
  for (int time = 0; time < 100; ++time) {
    costs.branched(200'000 + 50'000, 50);  // a fifth of a millisecond for the process
  }
  EXPECT_FALSE(costs.pays(200));
  EXPECT_TRUE(costs.pays(400));
  EXPECT_FALSE(costs.pays_at_first());
}

TEST(BranchCosts, CountWhatComesBeforeTheFirstPointOnItsOwn) {
  BranchCosts costs(Checkpoints::kAuto);
  costs.started(5 * kMillisecond);
  costs.made(1'000, 10);
  EXPECT_TRUE(costs.pays_at_first());
  EXPECT_FALSE(costs.pays(10));
}

TEST(BranchCosts, GrowWithTheProcess) {
  BranchCosts costs(Checkpoints::kAuto);
  costs.started(5 * kMillisecond);
  ASSERT_TRUE(costs.pays_at_first());
  for (int time = 0; time < 100; ++time) {
    costs.branched(20 * kMillisecond, 0);
  }
  EXPECT_FALSE(costs.pays_at_first());
}

TEST(BranchCosts, AreNotMovedByOneExecutionThatWasInterrupted) {
  BranchCosts costs(Checkpoints::kAuto);
  for (int time = 0; time < 16; ++time) {
    costs.started(time == 0 || time == 9 ? 20 * kMillisecond : 10'000);
  }
  EXPECT_FALSE(costs.pays_at_first());
}

TEST(BranchCosts, AreMeasuredAgainAfterABadMoment) {
  BranchCosts costs(Checkpoints::kAuto);
  costs.started(kMillisecond);
  for (int time = 0; time < 100; ++time) {
    costs.branched(2 * kMillisecond, 0);
  }
  ASSERT_FALSE(costs.pays_at_first());
  for (int time = 0; time < 1'000; ++time) {
    costs.started(kMillisecond);
  }
  EXPECT_TRUE(costs.pays_at_first());
}

TEST(BranchCosts, AreNotTriedForShortExecutions) {
  BranchCosts costs(Checkpoints::kAuto);
  for (int time = 0; time < 100'000; ++time) {
    costs.started(100'000);
  }
  EXPECT_FALSE(costs.pays_at_first());
}

}  // namespace
}  // namespace heddle

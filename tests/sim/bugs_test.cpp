// Known bugs in known numbers: exhaustive search finds each in exactly the executions that have it, the fixed twins
// have none, and every failing execution replays.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <ostream>
#include <vector>

#include "engine/random_controller.h"
#include "engine/recording_controller.h"
#include "engine/schedule_controller.h"
#include "sim/enumerate.h"
#include "sim/executor.h"
#include "sim/programs.h"

namespace heddle::sim {
namespace {

struct Expectation {
  const char* name;
  Program (*make)();
  OutcomeKind kind;
  std::size_t executions;
  std::size_t failing;
  std::uint32_t least_preemptions;  // of a failing one
};

// Otherwise GoogleTest names the test case by its bytes, addresses included.
void PrintTo(const Expectation& expected, std::ostream* stream) { *stream << expected.name; }

std::vector<Execution> all_executions(const Program& program) {
  ScriptedExecutor executor(program);
  return enumerate(executor);
}

class Bugs : public testing::TestWithParam<Expectation> {};

TEST_P(Bugs, AreFoundInExactlyTheirExecutions) {
  const Expectation& expected = GetParam();
  const std::vector<Execution> executions = all_executions(expected.make());
  EXPECT_EQ(executions.size(), expected.executions);
  EXPECT_TRUE(all_distinct(executions));
  EXPECT_EQ(count(executions, expected.kind), expected.failing);
  EXPECT_EQ(count(executions, OutcomeKind::kPassed), expected.executions - expected.failing);
  std::uint32_t least = UINT32_MAX;
  for (const Execution& execution : executions) {
    if (execution.outcome.kind == expected.kind) {
      least = std::min(least, execution.costs.preemptions);
    }
  }
  EXPECT_EQ(least, expected.least_preemptions);
}

// The chance that 512 walks all miss: a walk finds the lost update with probability 1/2, the opposite locks 1/2, the
// lost wake-up 1/16, the wrong waiter PWRONG; so at most (15/16)^512 < 1e-14.
TEST_P(Bugs, AreFoundByRandomWalksAndReplay) {
  const Expectation& expected = GetParam();
  const Program program = expected.make();
  ScriptedExecutor executor(program);
  RandomController random(0);
  std::array<Deviation, 64> storage{};
  RecordingController recording(random, storage);
  std::size_t found = 0;
  for (std::uint64_t seed = 0; seed < 512; ++seed) {
    random.reseed(seed);
    const Outcome outcome = executor.execute(recording);
    if (outcome.kind != expected.kind) {
      continue;
    }
    ++found;
    ASSERT_FALSE(recording.overflowed());
    ScheduleController replay(recording.schedule());
    const Outcome again = executor.execute(replay);
    EXPECT_FALSE(replay.diverged());
    EXPECT_EQ(again.kind, expected.kind);
    EXPECT_EQ(again.event_hash, outcome.event_hash);
  }
  EXPECT_GT(found, 0U);
}

// By hand. lost_update: all but the 2 serial ones fail. opposite_locks: the thread that is first takes both locks, and
// when it has given the second one back its last unlock and the other's first lock come in either order, 2 * 2; or each
// takes its first, 2 ways to deadlock. lost_wakeup: lock, read, write, signal, wait is the only order that sleeps for
// ever. wrong_waiter is checked against a second algorithm in differential_test.cpp.
INSTANTIATE_TEST_SUITE_P(Sim, Bugs,
                         testing::Values(Expectation{"lost_update", lost_update, OutcomeKind::kAssertion, 6, 4, 1},
                                         Expectation{"opposite_locks", opposite_locks, OutcomeKind::kDeadlock, 6, 2, 1},
                                         Expectation{"lost_wakeup", lost_wakeup, OutcomeKind::kDeadlock, 10, 1, 1},
                                         Expectation{"wrong_waiter", wrong_waiter, OutcomeKind::kDeadlock, 80, 8, 0}),
                         [](const auto& instance) { return instance.param.name; });

TEST(FixedTwins, NeverFail) {
  for (Program (*make)() : {locked_update, ordered_locks, kept_wakeup}) {
    const std::vector<Execution> executions = all_executions(make());
    EXPECT_EQ(executions.size(), 2U);  // only who is first
    EXPECT_EQ(count(executions, OutcomeKind::kPassed), executions.size());
  }
}

}  // namespace
}  // namespace heddle::sim

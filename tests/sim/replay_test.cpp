// Record and replay over scripted threads: every execution is named by its deviations, and what no longer fits is
// noticed.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "engine/random_controller.h"
#include "engine/recording_controller.h"
#include "engine/schedule_controller.h"
#include "sim/enumerate.h"
#include "sim/executor.h"
#include "sim/programs.h"
#include "sim/thread.h"

namespace heddle::sim {
namespace {

// Executes, and replays what was recorded.
class ReplayingExecutor final : public Executor {
 public:
  ReplayingExecutor(const Program& program, Options options) : executor_(program, options), storage_(256) {}

  Outcome execute(Controller& controller) override {
    RecordingController recording(controller, storage_);
    const Outcome outcome = executor_.execute(recording);
    EXPECT_FALSE(recording.overflowed());
    ScheduleController replay(recording.schedule());
    const Outcome again = executor_.execute(replay);
    EXPECT_FALSE(replay.diverged());
    EXPECT_EQ(again.kind, outcome.kind);
    EXPECT_EQ(again.steps, outcome.steps);
    EXPECT_EQ(again.event_hash, outcome.event_hash);
    schedules.emplace(recording.schedule().begin(), recording.schedule().end());
    hashes.insert(outcome.event_hash);
    return outcome;
  }

  std::set<Schedule> schedules;
  std::set<std::uint64_t> hashes;

 private:
  ScriptedExecutor executor_;
  Schedule storage_;
};

TEST(Replay, EveryExecutionIsNamedByItsDeviations) {
  for (Program (*make)() : {lost_update, opposite_locks, lost_wakeup, wrong_waiter, everything}) {
    const Program program = make();
    // Beside a loop around the wait, spurious wake-ups have no end.
    ReplayingExecutor executor(program, {.spurious_wakeups = make == everything});
    const std::vector<Execution> executions = enumerate(executor, 20'000);
    EXPECT_TRUE(all_distinct(executions));
    EXPECT_EQ(executor.schedules.size(), executions.size());
    EXPECT_EQ(executor.hashes.size(), executions.size());
    EXPECT_TRUE(executor.schedules.contains(Schedule{}));  // the default
  }
}

TEST(Replay, RandomExecutionsAreNamedByTheirSeed) {
  const Program program = everything();
  ScriptedExecutor executor(program, {.spurious_wakeups = true});
  RandomController random(1);
  std::set<std::uint64_t> hashes;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    random.reseed(seed);
    const Outcome first = executor.execute(random);
    RandomController other(seed);
    EXPECT_EQ(executor.execute(other).event_hash, first.event_hash);
    hashes.insert(first.event_hash);
  }
  // 9786 executions, none with more than a few percent: 100 walks that give 10 or fewer different ones do not happen.
  EXPECT_GT(hashes.size(), 10U);
}

std::string text_of(const ScheduleController& replay) {
  std::array<char, 512> buffer{};
  describe(replay.divergence(), buffer);
  return buffer.data();
}

// The failing schedule of lost_update with one deviation: thread 1 runs between the read and the write of thread 0.
Schedule failing_schedule() {
  const Program program = lost_update();
  ScriptedExecutor executor(program);
  std::array<Deviation, 16> storage{};
  for (std::uint64_t seed = 0;; ++seed) {
    RandomController random(seed);
    RecordingController recording(random, storage);
    if (executor.execute(recording).kind == OutcomeKind::kAssertion && recording.schedule().size() == 1) {
      return {recording.schedule().begin(), recording.schedule().end()};
    }
  }
}

TEST(Divergence, WrongCheck) {
  Schedule schedule = failing_schedule();
  schedule[0].check += 1;
  const Program program = lost_update();
  ScriptedExecutor executor(program);
  ScheduleController replay(schedule);
  EXPECT_EQ(executor.execute(replay).kind, OutcomeKind::kDiverged);
  ASSERT_TRUE(replay.diverged());
  EXPECT_EQ(replay.divergence().reason, DivergenceReason::kOtherOperation);
  EXPECT_EQ(text_of(replay),
            "at point 1 the schedule takes thread 1, which is about to do another operation than recorded; "
            "possible: thread 0 (write), thread 1 (read)");
}

TEST(Divergence, UnknownCheckFits) {
  Schedule schedule = failing_schedule();
  schedule[0].check = 0;
  const Program program = lost_update();
  ScriptedExecutor executor(program);
  ScheduleController replay(schedule);
  EXPECT_EQ(executor.execute(replay).kind, OutcomeKind::kAssertion);
  EXPECT_FALSE(replay.diverged());
}

// The program was changed: the same threads, but the schedule's thread is not enabled at its step.
TEST(Divergence, ChangedProgram) {
  Program program;
  const Variable counter = program.variable("counter");
  const Mutex mutex = program.mutex("mutex");
  const Body increment = [=](Thread& self) -> Script {
    co_await self.lock(mutex);
    const Value seen = co_await self.read(counter);
    co_await self.write(counter, seen + 1);
    co_await self.unlock(mutex);
  };
  program.thread(increment);
  program.thread(increment);
  program.thread([=](Thread& self) -> Script { co_await self.write(counter, 5); });
  ScriptedExecutor executor(program);
  const Schedule schedule = failing_schedule();
  ScheduleController replay(schedule);
  EXPECT_EQ(executor.execute(replay).kind, OutcomeKind::kDiverged);
  ASSERT_TRUE(replay.diverged());
  EXPECT_EQ(replay.divergence().reason, DivergenceReason::kNotOffered);
  EXPECT_EQ(text_of(replay),
            "at point 1 the schedule takes thread 1, which is not possible; possible: thread 0 (read), "
            "thread 2 (write)");
}

// The program became shorter: the execution ends before the deviation's step.
TEST(Divergence, LeftOverDeviation) {
  const Program program = locked_update();
  ScriptedExecutor executor(program);
  const Schedule schedule = failing_schedule();
  ScheduleController replay(schedule);
  EXPECT_EQ(executor.execute(replay).kind, OutcomeKind::kPassed);
  ASSERT_TRUE(replay.diverged());
  EXPECT_EQ(replay.divergence().reason, DivergenceReason::kLeftOver);
  EXPECT_EQ(text_of(replay), "the execution ended after 1 points, but at point 1 the schedule takes thread 1");
}

TEST(Divergence, StepsOutOfOrder) {
  Schedule schedule = failing_schedule();
  schedule.push_back({.point = 0, .take = {.thread = {1}, .variant = kProceed}, .check = 0});
  const Program program = lost_update();
  ScriptedExecutor executor(program);
  ScheduleController replay(schedule);
  EXPECT_EQ(executor.execute(replay).kind, OutcomeKind::kDiverged);
  EXPECT_EQ(replay.divergence().reason, DivergenceReason::kOutOfOrder);
}

// A schedule that lost its end still fits: it names another execution, and the event hash shows it.
TEST(Divergence, TruncatedScheduleGivesAnotherHash) {
  const Program program = lost_update();
  ScriptedExecutor executor(program);
  const Schedule whole = failing_schedule();
  ScheduleController replay_whole(whole);
  ScheduleController replay_truncated(std::span(whole).first(0));
  const Outcome expected = executor.execute(replay_whole);
  const Outcome got = executor.execute(replay_truncated);
  EXPECT_FALSE(replay_truncated.diverged());
  EXPECT_EQ(expected.kind, OutcomeKind::kAssertion);
  EXPECT_EQ(got.kind, OutcomeKind::kPassed);
  EXPECT_NE(got.event_hash, expected.event_hash);
}

// A controller is used again for the next execution: nothing is left of the one before.
TEST(Divergence, BeginStartsAfresh) {
  const Schedule schedule = failing_schedule();
  ScheduleController replay(schedule);
  const Program other = locked_update();
  ScriptedExecutor(other).execute(replay);
  EXPECT_TRUE(replay.diverged());
  const Program program = lost_update();
  EXPECT_EQ(ScriptedExecutor(program).execute(replay).kind, OutcomeKind::kAssertion);
  EXPECT_FALSE(replay.diverged());
}

}  // namespace
}  // namespace heddle::sim

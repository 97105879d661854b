// What the engine does for all strategies: findings that replay, minimising, limits, programs that vary.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "engine/minimiser.h"
#include "engine/schedule_controller.h"
#include "sim/exploring.h"
#include "sim/program.h"
#include "sim/programs.h"
#include "sim/shapes.h"
#include "sim/thread.h"
#include "strategies/context_bound.h"
#include "strategies/depth_first.h"
#include "strategies/random.h"
#include "strategies/registry.h"
#include "strategies/shortest.h"

namespace heddle::sim {
namespace {

TEST(Explorer, EveryDiscoveryReplays) {
  for (const StrategyRow& row : strategies()) {
    if (row.provokes != 0) {
      continue;  // of these the suspects come from detectors (watchpoints_test.cpp)
    }
    for (const Program& program : {lost_update(), opposite_locks(), lost_wakeup(), wrong_waiter()}) {
      ScriptedExecutor executor(program);
      const auto strategy = row.make({});
      Exploring how;
      how.options = {.all = false, .tolerate = false, .check_repeats = true};
      how.executions = 20'000;
      const Explored explored = explore(program, *strategy, how);
      ASSERT_EQ(explored.end, LeaseEnd::kFound) << row.name;
      ASSERT_EQ(explored.discoveries.size(), 1U);
      const Finding& discovery = explored.discoveries[0];
      ScheduleController replay(discovery.witness.schedule);
      const Outcome again = executor.execute(replay);
      EXPECT_FALSE(replay.diverged());
      EXPECT_EQ(again.kind, discovery.witness.outcome.kind);
      EXPECT_EQ(again.event_hash, discovery.witness.outcome.event_hash);
    }
  }
}

TEST(Explorer, BugsShowAtTheirLeastNumberOfPreemptionsAndNotBelow) {
  for (const Program& program : {lost_update(), opposite_locks(), lost_wakeup(), reorder(3)}) {
    ContextBound below({.bound = 0});
    EXPECT_TRUE(explore(program, below).discoveries.empty());
    ContextBound strategy({});
    Exploring how;
    how.options.all = false;
    const Explored explored = explore(program, strategy, how);
    ASSERT_EQ(explored.discoveries.size(), 1U);
    EXPECT_EQ(explored.discoveries[0].witness.costs.preemptions, 1U);
    EXPECT_EQ(explored.discoveries[0].origin.bound, 1U);
    EXPECT_TRUE(explored.discoveries[0].origin.bound_below_complete);
  }
}

TEST(Explorer, GoesOnAfterTheFirstFindingWhenAsked) {
  const Program program = lost_update();  // 4 of 6 executions fail, all in the same way
  DepthFirst strategy({});
  const Explored explored = explore(program, strategy);
  EXPECT_EQ(explored.end, LeaseEnd::kFinished);
  EXPECT_EQ(explored.totals.last()->executions, 6U);
  EXPECT_EQ(explored.discoveries.size(), 1U);
}

TEST(Explorer, AStepLimitMakesNothingComplete) {
  Program program;
  const Variable flag = program.variable("flag");
  program.thread([flag](Thread& self) -> Script {
    while (co_await self.read(flag) == 0) {
    }
  });
  program.thread([flag](Thread& self) -> Script { co_await self.write(flag, 1); });
  ContextBound strategy({.slice = kNoSlice, .bound = 1});
  Exploring how;
  how.machine.step_limit = 100;
  const Explored explored = explore(program, strategy, how);
  EXPECT_GT(explored.totals.last()->step_limited(), 0U);
  EXPECT_EQ(explored.coverage.extent, Extent::kPart);
}

TEST(Random, DrawsOneExecutionAfterTheOther) {
  Random strategy(3);
  Exploring how;
  how.executions = 500;
  const Explored explored = explore(independent_writers({2, 3}), strategy, how);
  EXPECT_EQ(explored.end, LeaseEnd::kStopped);
  EXPECT_EQ(explored.totals.last()->executions, 500U);
  EXPECT_EQ(explored.coverage.extent, Extent::kPart);
  std::set<std::vector<Alternative>> distinct;
  for (const Execution& execution : explored.rounds.back()) {
    distinct.insert(execution.steps);
  }
  EXPECT_EQ(distinct.size(), 20U);  // 500 draws miss one of 20, of probability 1/32 or more, less than once in 1e5
}

// A program that does not do the same twice: every fifth execution takes another way.
class Varying final : public Executor {
 public:
  explicit Varying(const Program& one, const Program& other) : one_(one), other_(other) {}
  Outcome execute(Controller& controller) override {
    return ++count_ % 5 == 0 ? other_.execute(controller) : one_.execute(controller);
  }

 private:
  ScriptedExecutor one_;
  ScriptedExecutor other_;
  int count_ = 0;
};

Program writer_of(std::string_view name) {
  Program program;
  const Variable first = program.variable("first");
  const Variable variable = program.variable(name);
  for (int thread = 0; thread < 2; ++thread) {
    program.thread([=](Thread& self) -> Script {
      co_await self.write(first, 1);
      co_await self.write(variable, 1);
    });
  }
  return program;
}

TEST(Explorer, AProgramThatVariesIsReportedWithTheFirstDifference) {
  const Program one = writer_of("one");
  const Program other = writer_of("other");
  Varying executor(one, other);
  ContextBound strategy({});
  Exploring how;
  how.options = {.all = true, .tolerate = false, .check_repeats = true};
  const Explored explored = explore(executor, strategy, how);
  EXPECT_EQ(explored.end, LeaseEnd::kNondeterministic);
  ASSERT_TRUE(explored.variation.known);
  EXPECT_EQ(explored.variation.first.operation.kind, OperationKind::kWrite);
  EXPECT_NE(explored.variation.first.operation.object, explored.variation.second.operation.object);
  EXPECT_EQ(explored.variation.event, 3U);  // two starts, two writes of `first` or one of each
  EXPECT_FALSE(explored.variation.by_fresh_memory);
}

// One that decides by memory nobody has written.
class ReadingFreshMemory final : public Executor {
 public:
  explicit ReadingFreshMemory(const Program& one, const Program& other) : one_(one), other_(other) {}
  Outcome execute(Controller& controller) override {
    return pattern_ % 2 == 1 ? other_.execute(controller) : one_.execute(controller);
  }
  void fill_fresh_memory(std::uint64_t pattern) override { pattern_ = pattern; }

 private:
  ScriptedExecutor one_;
  ScriptedExecutor other_;
  std::uint64_t pattern_ = 0;
};

TEST(Explorer, AProgramThatReadsFreshMemoryIsExploredAsItIsUsually) {
  const Program one = writer_of("one");
  const Program other = writer_of("other");
  ReadingFreshMemory executor(one, other);
  ContextBound strategy({});
  Exploring how;
  how.options = {.all = true, .tolerate = false, .check_repeats = true};
  const Explored explored = explore(executor, strategy, how);
  EXPECT_EQ(explored.end, LeaseEnd::kFinished);
  EXPECT_FALSE(explored.variation.known);
  ASSERT_TRUE(explored.uninitialised);
  EXPECT_TRUE(explored.uninitialised->known);
  EXPECT_EQ(explored.uninitialised->event, 3U);
  EXPECT_TRUE(explored.uninitialised->by_fresh_memory);
  EXPECT_TRUE(explored.totals.ledger().has(LedgerRow::kUninitialised));
  EXPECT_EQ(explored.totals.last()->diverged(), 0U);
  EXPECT_EQ(explored.rounds.back().size(), 6U);  // two threads of two steps
  EXPECT_EQ(explored.coverage.extent, Extent::kWhole);
}

TEST(Explorer, WithToleranceItGoesOnAndCallsNothingComplete) {
  const Program one = writer_of("one");
  const Program other = writer_of("other");
  Varying executor(one, other);
  ContextBound strategy({});
  Exploring how;
  how.options = {.all = true, .tolerate = true, .check_repeats = true};
  const Explored explored = explore(executor, strategy, how);
  EXPECT_EQ(explored.end, LeaseEnd::kFinished);
  EXPECT_GT(explored.totals.last()->executions, 0U);
  EXPECT_EQ(explored.coverage.extent, Extent::kPart);
}

TEST(Minimiser, LeavesOutWhatIsNotNeeded) {
  for (const Program& program : {lost_update(), opposite_locks(), reorder(5)}) {
    ScriptedExecutor executor(program);
    for (std::uint64_t seed = 1; seed < 20; ++seed) {
      Random strategy(seed);
      Exploring how;
      how.options.all = false;
      const Explored explored = explore(program, strategy, how);
      ASSERT_EQ(explored.discoveries.size(), 1U);
      const Finding& found = explored.discoveries[0];
      const Minimised shortest = minimise(executor, found.witness.schedule, found.witness.outcome.kind,
                                          found.witness.outcome.fault, at_most(1000));
      ASSERT_TRUE(shortest.shows_fault);
      EXPECT_EQ(shortest.minimality, Minimality::kLocal);
      EXPECT_LE(shortest.costs.preemptions, found.witness.costs.preemptions);
      EXPECT_LE(shortest.schedule.size(), found.witness.schedule.size());
      const Minimised least = find_shortest(executor, found.witness.schedule, found.witness.outcome.kind,
                                            found.witness.outcome.fault, at_most(100'000));
      EXPECT_EQ(least.costs.preemptions, 1U);
      EXPECT_EQ(least.minimality, Minimality::kProved);
      ScheduleController replay(shortest.schedule);
      const Outcome again = executor.execute(replay);
      EXPECT_FALSE(replay.diverged());
      EXPECT_EQ(again.event_hash, shortest.outcome.event_hash);
    }
  }
}

// Fails where the threads end in the opposite order of their creation: as far from the default as can be.
Program ends_backwards(std::size_t writes) {
  Program program;
  const Variable shared = program.variable("shared");
  const Variable ended = program.variable("ended");
  const Variable right = program.variable("right");
  for (Value number = 0; number < 3; ++number) {
    program.thread([=](Thread& self) -> Script {
      for (std::size_t i = 0; i < writes; ++i) {
        co_await self.write(shared, number);
      }
      const Value place = co_await self.read(ended);
      co_await self.write(ended, place + 1);
      if (place + number == 2) {
        co_await self.write(right, co_await self.read(right) + 1);
      }
    });
  }
  program.finally([=](const Memory& memory) { return memory.value(right) != 3; });
  return program;
}

// Leaving out deviations alone gets stuck, and takes long; without a preemption there are 3! schedules.
TEST(Minimiser, LooksFromBelowToo) {
  const Program program = ends_backwards(2000);
  ScriptedExecutor executor(program);
  std::uint64_t seed = 1;
  std::vector<Finding> found;
  for (; found.empty(); ++seed) {
    Random strategy(seed);
    Exploring how;
    how.options.all = false;
    how.executions = 1;
    found = explore(program, strategy, how).discoveries;
  }
  const Finding& longest = found[0];
  ASSERT_GT(longest.witness.costs.preemptions, 1000U);
  constexpr std::uint64_t kRuns = 1000;
  const Minimised reduced = minimise(executor, longest.witness.schedule, longest.witness.outcome.kind,
                                     longest.witness.outcome.fault, at_most(kRuns));
  EXPECT_NE(reduced.minimality, Minimality::kProved);
  EXPECT_GT(reduced.costs.preemptions, 0U);
  const Minimised shortest = find_shortest(executor, longest.witness.schedule, longest.witness.outcome.kind,
                                           longest.witness.outcome.fault, at_most(kRuns));
  EXPECT_EQ(shortest.costs.preemptions, 0U);
  EXPECT_EQ(shortest.minimality, Minimality::kProved);
  EXPECT_LE(shortest.runs, kRuns);
  ScheduleController replay(shortest.schedule);
  const Outcome again = executor.execute(replay);
  EXPECT_FALSE(replay.diverged());
  EXPECT_EQ(again.event_hash, shortest.outcome.event_hash);
}

TEST(Minimiser, SaysSoWhenTheTimeWasTooShort) {
  const Program program = reorder(5);
  ScriptedExecutor executor(program);
  Random strategy(4);
  Exploring how;
  how.options.all = false;
  const Explored explored = explore(program, strategy, how);
  ASSERT_EQ(explored.discoveries.size(), 1U);
  const Finding& found = explored.discoveries[0];
  const Minimised shortest =
      minimise(executor, found.witness.schedule, found.witness.outcome.kind, found.witness.outcome.fault, at_most(2));
  EXPECT_TRUE(shortest.shows_fault);
  EXPECT_EQ(shortest.minimality, Minimality::kBudget);
}

TEST(Minimiser, GivesTheShortestSoFarWhenItIsToldToEnd) {
  const Program program = reorder(5);
  ScriptedExecutor executor(program);
  Random strategy(4);
  Exploring how;
  how.options.all = false;
  const Explored explored = explore(program, strategy, how);
  ASSERT_EQ(explored.discoveries.size(), 1U);
  const Finding& found = explored.discoveries[0];
  const Minimised whole = find_shortest(executor, found.witness.schedule, found.witness.outcome.kind,
                                        found.witness.outcome.fault, at_most(100'000));
  ASSERT_GT(whole.runs, 3U);
  for (std::uint64_t end = 1; end < whole.runs; ++end) {
    bool told = false;
    const Minimised best =
        find_shortest(executor, found.witness.schedule, found.witness.outcome.kind, found.witness.outcome.fault,
                      [&told, end](std::uint64_t made) { return !(told = told || made >= end); });
    EXPECT_TRUE(best.shows_fault);
    EXPECT_NE(best.minimality, Minimality::kProved);
    EXPECT_LE(best.costs.preemptions, found.witness.costs.preemptions);
    EXPECT_LE(best.runs, end + 2) << "one that is under way, and one to record what it shows";
  }
}

}  // namespace
}  // namespace heddle::sim

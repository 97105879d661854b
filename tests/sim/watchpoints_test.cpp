// Suspects of scripted programs, and what provoking them comes to.
#include "strategies/watchpoints.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "core/hash.h"
#include "core/options.h"
#include "detectors/detector_set.h"
#include "engine/schedule_controller.h"
#include "sim/executor.h"
#include "sim/exploring.h"
#include "sim/program.h"
#include "sim/programs.h"
#include "sim/thread.h"
#include "strategies/context_bound.h"
#include "strategies/registry.h"

namespace heddle::sim {
namespace {

// As the machine names the threads that are there from the start.
ThreadName name_of(ThreadId thread) { return {combine(0, thread.value)}; }

struct Hunt {
  Explored explored;
  std::size_t races = 0;
  std::size_t deadlocks = 0;
  Provocations provocations;
};

// With the detectors that the strategy cannot do without, and `more`.
Hunt hunt(const Program& program, const std::string& strategy_name, std::uint32_t more = 0,
          const Settings& settings = {}) {
  const StrategyRow* row = find_strategy(strategy_name);
  DetectorSet detectors(row->provokes | more, HappensBefore::kBySite, name_of);
  ScriptedExecutor executor(program, {}, &detectors);
  const auto strategy = row->make(settings);
  Exploring how;
  how.options.check_repeats = true;
  how.executions = 5000;
  Hunt result{.explored = explore(executor, *strategy, how), .provocations = {}};
  for (const Finding& discovery : result.explored.discoveries) {
    result.races += discovery.fault.kind == FindingKind::kDataRace ? 1 : 0;
    result.deadlocks += discovery.fault.kind == FindingKind::kDeadlock ? 1 : 0;
    if (discovery.fault.has_place() && discovery.fault.certain) {
      executor.look_for({.fault = discovery.fault.signature, .ranges = {}, .sites = {}});
      ScheduleController replay(discovery.witness.schedule);
      EXPECT_EQ(executor.execute(replay).kind, OutcomeKind::kDetected);
      EXPECT_FALSE(replay.diverged());
      executor.look_for({});
    }
  }
  result.provocations = result.explored.totals.last()->provocations;
  return result;
}

// What a detector sees in the execution that the default continuation makes.
std::size_t faults_by_default(const Program& program, std::uint32_t which) {
  class Counter final : public Controller, public FindingSink {
   public:
    [[nodiscard]] Wants begin() override { return {.sink = this}; }
    [[nodiscard]] std::size_t choose(const ChoicePoint& point) override { return default_choice(point); }
    void report(const Fault& /*fault*/) override { ++faults; }
    std::size_t faults = 0;
  };
  DetectorSet detectors(which);
  ScriptedExecutor executor(program, {}, &detectors);
  Counter counter;
  (void)executor.execute(counter);
  return counter.faults;
}

// [WP] Listing 1: the race is in a branch that is not taken when the threads run one after the other.
Program listing_1() {
  Program program;
  const Variable a = program.variable("a");
  const Variable b = program.variable("b");
  const Mutex of_a = program.mutex("of a");
  const Mutex of_b = program.mutex("of b");
  program.thread([=](Thread& self) -> Script {
    co_await self.lock(of_a);
    co_await self.write(a, 1);
    co_await self.unlock(of_a);
    co_await self.lock(of_b);
    co_await self.write(b, 1);
    co_await self.unlock(of_b);
  });
  program.thread([=](Thread& self) -> Script {
    co_await self.lock(of_b);
    const bool is_set = co_await self.read(b) == 1;
    co_await self.unlock(of_b);
    if (is_set) {
      co_await self.lock(of_a);
      co_await self.write(a, 2);
      co_await self.unlock(of_a);
    } else {
      co_await self.write(a, 3);
    }
  });
  return program;
}

// [WP] Listing 2: an atomic variable orders the accesses when the threads run one after the other.
Program listing_2() {
  Program program;
  const Variable a = program.variable("a");
  const Variable b = program.variable("b");
  program.thread([=](Thread& self) -> Script {
    co_await self.write(a, 1);
    co_await self.atomic_store(b, 1);
  });
  program.thread([=](Thread& self) -> Script {
    if (co_await self.atomic_load(b) != 2) {
      co_await self.write(a, 2);
    }
  });
  return program;
}

TEST(Watchpoints, ListingOneIsFoundWhereHappensBeforeAndLocksetsSeeNothing) {
  const Program program = listing_1();
  EXPECT_EQ(faults_by_default(program, kHappensBefore), 0U);
  EXPECT_EQ(faults_by_default(program, kLockset), 0U);
  EXPECT_EQ(hunt(program, "wp").races, 1U);
}

TEST(Watchpoints, ListingTwoIsFoundWhereHappensBeforeSeesNothing) {
  const Program program = listing_2();
  EXPECT_EQ(faults_by_default(program, kHappensBefore), 0U);
  EXPECT_EQ(hunt(program, "wp").races, 1U);
}

TEST(Watchpoints, EveryConflictOfARaceIsMetInBothOrders) {
  // Two increments: read and write against write, and write against read.
  const Hunt made = hunt(lost_update(), "wp");
  EXPECT_EQ(made.provocations.suspects(), 3U);
  EXPECT_EQ(made.provocations.sorts[0].met, 3U);
  EXPECT_EQ(made.provocations.attempts, 3U);
  // Each once more, with the thread that was held going first.
  EXPECT_EQ(made.explored.totals.last()->provoked, 6U);
  EXPECT_EQ(made.explored.totals.last()->executions, 1U);
}

TEST(Watchpoints, WhatALockOrdersIsNeverMet) {
  const Hunt made = hunt(locked_update(), "wp", kHappensBefore);
  EXPECT_EQ(made.explored.discoveries.size(), 0U);
  EXPECT_GT(made.provocations.suspects(), 0U);
  EXPECT_EQ(made.provocations.sorts[0].met, 0U);
  EXPECT_EQ(made.provocations.sorts[0].unmet, made.provocations.suspects());
}

TEST(Watchpoints, WhoeverHoldsTheLockThatTheOtherNeedsFirstIsNotTheOneToBeHeld) {
  Program program;
  const Variable data = program.variable("data");
  const Mutex mutex = program.mutex("mutex");
  program.thread([=](Thread& self) -> Script {
    co_await self.lock(mutex);
    co_await self.write(data, 1);
    co_await self.unlock(mutex);
  });
  program.thread([=](Thread& self) -> Script {
    co_await self.lock(mutex);
    co_await self.unlock(mutex);
    co_await self.write(data, 2);
  });
  const Hunt made = hunt(program, "wp");
  EXPECT_EQ(made.races, 1U);
  EXPECT_GT(made.provocations.attempts, 1U);
}

// Where the thread that is to come first has to wait for a third one, the other one waits, too.
TEST(Watchpoints, TheOtherThreadWaitsUntilTheOneInFrontIsThere) {
  Program program;
  const Variable data = program.variable("data");
  const Mutex mutex = program.mutex("mutex");
  const Semaphore done = program.semaphore("done", 0);
  program.thread([=](Thread& self) -> Script {
    co_await self.lock(mutex);
    co_await self.write(data, 1);
    co_await self.unlock(mutex);
  });
  program.thread([=](Thread& self) -> Script {
    co_await self.lock(mutex);
    co_await self.unlock(mutex);
    co_await self.post(done);
  });
  program.thread([=](Thread& self) -> Script {
    co_await self.acquire(done);
    co_await self.read(data);
  });
  EXPECT_EQ(hunt(program, "wp").races, 1U);
}

// One place against two others: both races are told.
TEST(Watchpoints, RacesOfOnePlaceAreToldApart) {
  Program program;
  const Variable data = program.variable("data");
  program.thread([=](Thread& self) -> Script { co_await self.write(data, 1); });
  program.thread([=](Thread& self) -> Script { co_await self.read(data); });
  program.thread([=](Thread& self) -> Script { co_await self.read(data); });
  EXPECT_EQ(hunt(program, "wp").races, 2U);
}

// A thread that waits for the one that is held by looking again and again.
TEST(Watchpoints, PatienceEnds) {
  Program program;
  const Variable data = program.variable("data");
  const Variable ready = program.variable("ready");
  program.thread([=](Thread& self) -> Script {
    co_await self.write(data, 1);
    co_await self.atomic_store(ready, 1);
  });
  program.thread([=](Thread& self) -> Script {
    while (co_await self.atomic_load(ready) == 0) {
      co_await self.sleep(1000);
    }
    co_await self.read(data);
  });
  const Hunt made = hunt(program, "wp");
  EXPECT_EQ(made.races, 0U);
  EXPECT_GT(made.provocations.impatient, 0U);
}

TEST(Watchpoints, AMessageWithoutALockIsNoRace) {
  // Nothing is known of what orders these two: whoever waits reads the flag again and again.
  Program program;
  const Variable data = program.variable("data");
  const Variable flag = program.variable("flag");
  program.thread([=](Thread& self) -> Script {
    co_await self.write(data, 1);
    co_await self.atomic_store(flag, 1, MemoryOrder::kRelaxed);
  });
  program.thread([=](Thread& self) -> Script {
    while (co_await self.atomic_load(flag, MemoryOrder::kRelaxed) == 0) {
      co_await self.yield();
    }
    co_await self.read(data);
  });
  EXPECT_GT(faults_by_default(program, kHappensBefore), 0U);  // by the memory orders of C++, it is one
  EXPECT_EQ(hunt(program, "wp").races, 0U);
}

TEST(Watchpoints, PruningLeavesOutWhatCreationOrders) {
  Program program;
  const Variable data = program.variable("data");
  program.thread([=](Thread& self) -> Script {
    co_await self.write(data, 1);
    const ThreadId child = self.create([=](Thread& other) -> Script { co_await other.write(data, 2); });
    co_await self.join(child);
    co_await self.write(data, 3);
  });
  const auto names = [](ThreadId thread) {
    return ThreadName{thread.value == 0 ? combine(0, 0) : combine(combine(0, 0), thread.value - 1U)};
  };
  for (const bool prunes : {false, true}) {
    const StrategyRow* row = find_strategy("wp");
    DetectorSet detectors(row->provokes, HappensBefore::kBySite, names);
    ScriptedExecutor executor(program, {}, &detectors);
    Settings settings;
    if (prunes) {
      settings.set(kPruneOrdered, "yes");
    }
    const auto strategy = row->make(settings);
    const Explored explored = explore(executor, *strategy);
    const Provocations& books = explored.totals.last()->provocations;
    EXPECT_EQ(books.conflicts[static_cast<std::size_t>(SuspectRank::kCreateJoin)], 2U);
    EXPECT_EQ(books.sorts[0].pruned, prunes ? 2U : 0U);
    EXPECT_EQ(books.sorts[0].unmet, prunes ? 0U : 2U);
    EXPECT_TRUE(explored.discoveries.empty());
  }
}

TEST(Watchpoints, CyclesOfLocksAreDrivenToADeadlockOrNot) {
  const Hunt real = hunt(opposite_locks(), "provoke");
  EXPECT_EQ(real.deadlocks, 1U);
  EXPECT_EQ(real.provocations.sorts[1].met, 1U);
  EXPECT_EQ(hunt(ordered_locks(), "provoke").deadlocks, 0U);
  EXPECT_EQ(hunt(opposite_locks(), "wp").deadlocks, 0U);
}

TEST(Watchpoints, AnOrderThatLocksDoNotShowKeepsACycleFromClosing) {
  Program program;
  const Mutex one = program.mutex("one");
  const Mutex other = program.mutex("other");
  const Variable turn = program.variable("turn");
  program.thread([=](Thread& self) -> Script {
    co_await self.lock(one);
    co_await self.lock(other);
    co_await self.unlock(other);
    co_await self.unlock(one);
    co_await self.atomic_store(turn, 1);
  });
  program.thread([=](Thread& self) -> Script {
    while (co_await self.atomic_load(turn) == 0) {
      co_await self.yield();
    }
    co_await self.lock(other);
    co_await self.lock(one);
    co_await self.unlock(one);
    co_await self.unlock(other);
  });
  const Hunt made = hunt(program, "provoke");
  EXPECT_EQ(made.deadlocks, 0U);
  EXPECT_EQ(made.provocations.cycles, 1U);
  EXPECT_EQ(made.provocations.sorts[1].unmet, 1U);
}

TEST(Watchpoints, JoinedWithContextBoundingItMakesAllOfItsExecutions) {
  for (const Program& program : {lost_update(), locked_update(), opposite_locks(), listing_1()}) {
    ContextBound bounded({.bound = 2});
    const Explored alone = explore(program, bounded);
    const Hunt both = hunt(program, "cb+wp", 0, Settings("bound=2\n"));
    EXPECT_EQ(both.explored.totals.last()->executions, alone.totals.last()->executions);
    EXPECT_EQ(both.explored.coverage.extent, alone.coverage.extent);
    for (const Finding& discovery : alone.discoveries) {
      EXPECT_TRUE(std::ranges::any_of(both.explored.discoveries, [&](const Finding& other) {
        return other.fault.signature == discovery.fault.signature;
      }));
    }
  }
}

TEST(Watchpoints, SamplesCatchARace) {
  EXPECT_GE(hunt(lost_update(), "sample").races, 1U);
  EXPECT_EQ(hunt(locked_update(), "sample").races, 0U);
}

TEST(Watchpoints, WordsSayWhatBecameOfEachKind) {
  Provocations made;
  made.conflicts = {2, 0, 0, 3, 4, 0};
  made.sorts[0] = {.met = 1, .unmet = 4, .pruned = 4};
  made.attempts = 9;
  EXPECT_EQ(what_was_provoked(made),
            "; 9 conflicts (2 unordered, 3 ordered under a common lock, 4 ordered by creating and joining threads): "
            "1 reproduced, 4 not reproduced, 4 skipped; 9 attempts");
  made.open = 5;
  EXPECT_TRUE(what_was_provoked(made).starts_with("; 14 conflicts (those provoked: 2 unordered, 3 "));
  EXPECT_TRUE(what_was_provoked(made).ends_with(", 4 skipped, 5 not tried to the end; 9 attempts"));
  EXPECT_EQ(what_was_provoked({}), "; 0 conflicts");
}

}  // namespace
}  // namespace heddle::sim

#include "strategies/pct.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include "engine/continuation.h"
#include "sim/exploring.h"
#include "sim/programs.h"
#include "sim/shapes.h"
#include "sim/thread.h"

namespace heddle::sim {
namespace {

Explored draw(const Program& program, const char* depth, std::uint64_t executions, const char* seed = "1") {
  Settings settings;
  settings.set(kDepth, depth);
  settings.set(kSeed, seed);
  Pct strategy(settings);
  Exploring how;
  how.executions = executions;
  return explore(program, strategy, how);
}

// Those of the rounds that knew how long an execution is.
std::vector<Execution> informed(const Explored& explored) {
  std::vector<Execution> all;
  for (std::size_t round = 1; round < explored.rounds.size(); ++round) {
    all.insert(all.end(), explored.rounds[round].begin(), explored.rounds[round].end());
  }
  return all;
}

std::size_t failures(const std::vector<Execution>& all) {
  return count(all, [](const Execution& execution) { return is_failure(execution.outcome.kind); });
}

double bound(double threads, double points, double depth) { return 1 / (threads * std::pow(points, depth - 1)); }

// The second thread reads 1 and then 3: the first one has to stop after its first write, and the second one between its
// reads. Three orders, and with fewer it does not happen.
Program seen_twice() {
  Program program;
  const Variable state = program.variable("state");
  program.thread([=](Thread& self) -> Script {
    for (Value value = 1; value <= 3; ++value) {
      co_await self.write(state, value);
    }
  });
  program.thread([=](Thread& self) -> Script {
    const Value before = co_await self.read(state);
    const Value after = co_await self.read(state);
    co_await self.require(before != 1 || after != 3);
  });
  return program;
}

TEST(Pct, OfDepthOneThereIsOneSchedulePerOrderOfTheThreads) {
  constexpr std::uint64_t kExecutions = 6000;
  std::map<std::vector<Alternative>, std::size_t> times;
  for (const Execution& execution : informed(draw(independent_writers({3, 3}), "1", kExecutions))) {
    ++times[execution.steps];
  }
  EXPECT_EQ(times.size(), factorial(3));
  for (const auto& [steps, count] : times) {
    EXPECT_NEAR(static_cast<double>(count), kExecutions / 6.0, 150);  // five standard deviations
  }
}

TEST(Pct, EveryDropIsTwoSwitchesAtMost) {
  for (const char* depth : {"1", "2", "3"}) {
    for (const Execution& execution : informed(draw(independent_writers({3, 4}), depth, 1000))) {
      EXPECT_LE(execution.outcome.switches, 2U + 2U * (static_cast<std::uint32_t>(*depth - '1')));
    }
  }
}

// The bound is reached where one order of the threads and one place for each drop is all that shows the bug; of so many
// draws, a share that far below it comes once in 1e5 then.
constexpr double kStandardDeviations = 4.3;

TEST(Pct, FindsBugsOfItsDepthAsOftenAsItSays) {
  struct Case {
    Program program;
    const char* depth;
    double threads;
    bool in_one_way;
  };
  for (const Case& one :
       {Case{lost_update(), "2", 2, false}, Case{opposite_locks(), "2", 2, false}, Case{lost_wakeup(), "2", 2, true},
        Case{reorder(3), "2", 4, false}, Case{seen_twice(), "3", 2, true}}) {
    const Explored explored = draw(one.program, one.depth, 100'000);
    Profile profile;
    for (const RoundTotals& round : explored.totals.rounds) {
      profile += round.profile;
    }
    EXPECT_EQ(profile.threads, one.threads);
    const std::vector<Execution> all = informed(explored);
    const auto draws = static_cast<double>(all.size());
    const double share = static_cast<double>(failures(all)) / draws;
    const double least = bound(profile.threads, profile.points, *one.depth - '0');
    const double noise = kStandardDeviations * std::sqrt(least * (1 - least) / draws);
    EXPECT_GE(share, least - (one.in_one_way ? noise : 0));
    if (one.in_one_way) {
      EXPECT_LE(share, least + noise);
    }
  }
}

TEST(Pct, DoesNotFindDeeperBugs) {
  EXPECT_EQ(failures(informed(draw(lost_update(), "1", 1000))), 0U);
  EXPECT_EQ(failures(informed(draw(seen_twice(), "2", 1000))), 0U);
  EXPECT_EQ(failures(informed(draw(locked_update(), "3", 1000))), 0U);
}

TEST(Pct, RoundsGrowSoThatTheLengthIsSoonKnown) {
  const Explored explored = draw(seen_twice(), "2", 1000);
  ASSERT_GE(explored.totals.rounds.size(), 5U);
  EXPECT_EQ(explored.totals.rounds[0].made(), 1U);
  for (std::size_t round = 1; round + 1 < explored.totals.rounds.size(); ++round) {
    EXPECT_EQ(explored.totals.rounds[round].made(), std::uint64_t{1} << (round - 1));
  }
  EXPECT_LE(explored.totals.last()->profile.points, 4U);  // of five operations, the last one has no choice
}

TEST(Pct, TheSameSeedGivesTheSame) {
  const auto steps = [](const char* seed) {
    std::vector<std::vector<Alternative>> all;
    for (const Execution& execution : informed(draw(reorder(3), "3", 200, seed))) {
      all.push_back(execution.steps);
    }
    return all;
  };
  EXPECT_EQ(steps("7"), steps("7"));
  EXPECT_NE(steps("7"), steps("8"));
}

// So many threads wait for a flag that the last one sets.
template <typename Wait>
Program waits_for_flag(std::size_t waiting, Wait wait) {
  Program program;
  const Variable flag = program.variable("flag");
  for (std::size_t thread = 0; thread < waiting; ++thread) {
    program.thread([=](Thread& self) -> Script {
      while (co_await self.read(flag) == 0) {
        co_await wait(self);
      }
    });
  }
  program.thread([=](Thread& self) -> Script {
    co_await self.read(flag);
    co_await self.write(flag, 1);
  });
  return program;
}

// All of them end, within so many steps.
void expect_ends(const Program& program, std::uint64_t executions, std::uint64_t steps) {
  const Explored explored = draw(program, "3", executions);
  EXPECT_EQ(explored.totals.made(), executions);
  for (const RoundTotals& round : explored.totals.rounds) {
    EXPECT_EQ(round.step_limited(), 0U);
    EXPECT_LE(round.profile.steps, steps);
  }
}

TEST(Pct, ThreadsThatYieldInALoopStarveNobody) {
  expect_ends(waits_for_flag(3, [](Thread& self) { return self.yield(); }), 500, 50);
  expect_ends(waits_for_flag(3, [](Thread& self) { return self.sleep(10); }), 500, 50);
}

TEST(Pct, NeitherDoThreadsThatOnlySpin) {
  expect_ends(waits_for_flag(3, [](Thread& self) { return self.require(true); }), 50, 4 * kFairSlice);
}

// The flag is set by a thread that waits for time to pass, while nobody else ever stops.
TEST(Pct, TimePassesThoughSomebodySpins) {
  Program program;
  const Variable flag = program.variable("flag");
  const Mutex mutex = program.mutex("mutex");
  const Condition never = program.condition("never");
  program.thread([=](Thread& self) -> Script {
    while (co_await self.read(flag) == 0) {
      co_await self.yield();
    }
  });
  program.thread([=](Thread& self) -> Script {
    co_await self.lock(mutex);
    co_await self.timed_wait(never, mutex, 1000);
    co_await self.unlock(mutex);
    co_await self.write(flag, 1);
  });
  expect_ends(program, 200, 1000);
}

TEST(Pct, SaysHowProbableItWas) {
  EXPECT_EQ(draw(lost_update(), "2", 1).coverage.guarantee, "1 schedule by random priorities: no guarantee");
  const Coverage covered = draw(independent_writers({2, 3}), "3", 100).coverage;
  EXPECT_EQ(covered.extent, Extent::kPart);
  EXPECT_TRUE(covered.guarantee.starts_with("100 schedules by random priorities: each of the last "))
      << covered.guarantee;
  EXPECT_NE(covered.guarantee.find("a bug of depth 3 that 2 threads have within 5 points with a probability of at "
                                   "least 1/(2*5^2), if"),
            std::string::npos)
      << covered.guarantee;
}

TEST(Pct, DepthsHaveLimits) {
  std::string value = "0";
  EXPECT_EQ(check_depth(value), "'0' is not a depth from 1 to 100");
  EXPECT_EQ(check_depth(value = "101"), "'101' is not a depth from 1 to 100");
  EXPECT_NE(check_depth(value = "deep"), "");
  EXPECT_EQ(check_depth(value = "0x10"), "");
  EXPECT_EQ(value, "16");
}

}  // namespace
}  // namespace heddle::sim

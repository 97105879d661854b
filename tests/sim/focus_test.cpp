// With a focus, exactly those executions are made in which all that costs happens at marked operations.
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "core/hash.h"
#include "sim/enumerate.h"
#include "sim/exploring.h"
#include "sim/program.h"
#include "sim/programs.h"
#include "sim/shapes.h"
#include "sim/thread.h"
#include "strategies/context_bound.h"
#include "strategies/depth_first.h"
#include "strategies/random.h"

namespace heddle::sim {
namespace {

using Identities = std::set<std::vector<Alternative>>;

TreeOptions focused(TreeOptions options) {
  options.focus = "here";
  return options;
}

bool is_in_focus(const Execution& execution, Measure measure) {
  return measure == Measure::kDelays ? execution.delays_in_focus : execution.preempts_in_focus;
}

template <typename Wanted>
Identities identities(const std::vector<Execution>& executions, Wanted wanted) {
  Identities result;
  for (const Execution& execution : executions) {
    if (wanted(execution)) {
      result.insert(execution.steps);
    }
  }
  return result;
}

Identities identities(const std::vector<Execution>& executions) {
  return identities(executions, [](const Execution& /*all*/) { return true; });
}

// Every second place in the scripts: a different half for each `salt`.
Options half_of_the_sites(std::uint64_t salt) {
  Options machine;
  machine.in_focus = [salt](const Operation& operation) { return mix(operation.site.value + salt) % 2 == 0; };
  return machine;
}

std::vector<TreeOptions> all_settings(Measure measure) {
  std::vector<TreeOptions> settings;
  for (const Order order : {Order::kDeviations, Order::kCost, Order::kDepth}) {
    settings.push_back({.measure = measure, .slice = ~0U, .order = order});
    settings.push_back({.measure = measure, .slice = 2, .order = order});
    settings.push_back({.measure = measure, .continuation = Continuation::kRandom, .order = order, .seed = 7});
  }
  return settings;
}

// Compared with brute force, bound by bound; true if the focus left something out.
bool expect_exact(const Program& program, std::uint32_t most, const Options& machine) {
  ScriptedExecutor executor(program, machine);
  const std::vector<Execution> all = enumerate(executor);
  bool confined = false;
  for (const Measure measure : {Measure::kSwitches, Measure::kPreemptions, Measure::kDelays}) {
    for (const TreeOptions& settings : all_settings(measure)) {
      TreeOptions options = focused(settings);
      options.bound = most;
      ContextBound strategy(options);
      Exploring how;
      how.machine = machine;
      const Explored explored = explore(program, strategy, how);
      EXPECT_EQ(explored.end, LeaseEnd::kFinished);
      for (std::size_t round = 0; round < explored.rounds.size(); ++round) {
        const RoundTotals& totals = explored.totals.rounds[round];
        const Identities made = identities(explored.rounds[round]);
        EXPECT_EQ(made.size(), totals.executions) << "an execution was made twice";
        EXPECT_EQ(totals.diverged(), 0U);
        const Identities wanted = identities(all, [&](const Execution& execution) {
          return cost(execution, measure) <= totals.bound && is_in_focus(execution, measure);
        });
        EXPECT_EQ(made, wanted) << "measure " << static_cast<int>(measure) << ", bound " << totals.bound;
        confined = confined ||
                   wanted.size() <
                       identities(
                           all, [&](const Execution& execution) { return cost(execution, measure) <= totals.bound; })
                           .size();
      }
      if (explored.rounds.size() <= most) {  // it stops early only when no bound would bring more
        EXPECT_EQ(identities(explored.rounds.back()),
                  identities(all, [measure](const Execution& execution) { return is_in_focus(execution, measure); }));
      }
    }
  }
  return confined;
}

TEST(Focus, ExactForThreeAndFourThreads) {
  for (std::uint64_t salt = 0; salt < 4; ++salt) {
    expect_exact(independent_writers({3, 2}), 4, half_of_the_sites(salt));
    expect_exact(independent_writers({4, 1}), 3, half_of_the_sites(salt));
  }
}

TEST(Focus, ExactForLocksAndConditions) {
  int confined = 0;
  for (const Program& program : {lost_update(), locked_update(), opposite_locks(), lost_wakeup(), kept_wakeup()}) {
    for (std::uint64_t salt = 0; salt < 6; ++salt) {
      confined += expect_exact(program, 3, half_of_the_sites(salt)) ? 1 : 0;
    }
  }
  EXPECT_GE(confined, 8) << "the focus left too little out to test anything";
}

// What nobody asked for is on the account of the thread that wakes.
TEST(Focus, ExactForTimeoutsAndSpuriousWakeUps) {
  Program program;
  const Mutex mutex = program.mutex("mutex");
  const Condition condition = program.condition("condition");
  const Variable variable = program.variable("variable");
  program.thread([=](Thread& self) -> Script {
    co_await self.lock(mutex);
    co_await self.timed_wait(condition, mutex, 5);
    co_await self.unlock(mutex);
  });
  program.thread([=](Thread& self) -> Script {
    co_await self.write(variable, 1);
    co_await self.signal(condition);
    co_await self.write(variable, 2);
  });
  bool confined = false;
  for (std::uint64_t salt = 0; salt < 8; ++salt) {
    Options machine = half_of_the_sites(salt);
    machine.spurious_wakeups = true;
    confined = expect_exact(program, 3, machine) || confined;
  }
  EXPECT_TRUE(confined);
}

TEST(Focus, ExactForEveryVerb) { EXPECT_TRUE(expect_exact(everything(), 1, half_of_the_sites(3))); }

TEST(Focus, DepthFirstSearchKeepsIt) {
  for (const Program& program : {lost_update(), opposite_locks(), lost_wakeup(), kept_wakeup()}) {
    for (std::uint64_t salt = 0; salt < 6; ++salt) {
      Exploring how;
      how.machine = half_of_the_sites(salt);
      ScriptedExecutor executor(program, how.machine);
      DepthFirst strategy(focused({}));
      const Explored explored = explore(program, strategy, how);
      EXPECT_EQ(identities(explored.rounds.back()),
                identities(enumerate(executor), [](const Execution& one) { return one.preempts_in_focus; }));
      EXPECT_EQ(explored.coverage.guarantee, "all schedules that preempt only in here");
      EXPECT_EQ(explored.coverage.extent, Extent::kWhole);
    }
  }
}

// Two threads of 3 writes to `out`, then k to `in`: preempted before a write to `in` alone, they count as two threads
// of k + 1 steps, the first of which is all that comes before.
TEST(Focus, ClosedForm) {
  Program program;
  const Variable out = program.variable("out");
  const Variable in = program.variable("in");
  const Body body = [=](Thread& self) -> Script {
    for (int time = 0; time < 3; ++time) {
      co_await self.write(out, time);
    }
    for (int time = 0; time < 3; ++time) {
      co_await self.write(in, time);
    }
  };
  program.thread(body);
  program.thread(body);
  const std::uint64_t at_most[] = {2, 8, 26, 44, 62};  // of (2, 4)
  for (std::uint32_t bound = 0; bound < 5; ++bound) {
    Exploring how;
    how.machine.in_focus = [](const Operation& operation) { return operation.object.value == hash_bytes("in"); };
    ContextBound strategy(focused({.bound = bound, .exact = true}));
    EXPECT_EQ(explore(program, strategy, how).totals.last()->executions, at_most[bound]);
  }
}

// The thread that runs first waits for the other without ever blocking, outside of the focus. Fairness gets it on; such
// executions are made and counted apart, and the search ends.
TEST(Focus, FairnessIsNotStoppedByIt) {
  Program program;
  const Variable done = program.variable("done");
  program.thread([=](Thread& self) -> Script {
    for (int time = 0; time < 50 && co_await self.read(done) == 0; ++time) {
    }
  });
  program.thread([=](Thread& self) -> Script { co_await self.write(done, 1); });
  Exploring how;
  how.machine.in_focus = [](const Operation& /*operation*/) { return false; };
  ContextBound strategy(focused({.slice = 10}));
  const Explored explored = explore(program, strategy, how);
  EXPECT_EQ(explored.end, LeaseEnd::kFinished);
  EXPECT_EQ(explored.totals.last()->executions, 2U);
  EXPECT_EQ(explored.totals.last()->out_of_focus, 40U) << "left at each of the steps behind its slice";
  EXPECT_EQ(explored.coverage.guarantee, "all schedules that preempt only in here");
}

TEST(Focus, PruningLosesNothing) {
  for (const Program& program : {lost_update(), opposite_locks(), lost_wakeup(), kept_wakeup(), wrong_waiter()}) {
    for (std::uint64_t salt = 0; salt < 4; ++salt) {
      Exploring how;
      how.machine = half_of_the_sites(salt);
      ContextBound all(focused({.bound = 2, .exact = true}));
      ContextBound pruned(focused({.bound = 2, .exact = true, .prune = true}));
      const Explored expected = explore(program, all, how);
      const Explored got = explore(program, pruned, how);
      const auto graphs = [](const Explored& one) {
        return std::set<std::uint64_t>(one.graphs.begin(), one.graphs.end());
      };
      EXPECT_EQ(graphs(got), graphs(expected));
    }
  }
}

TEST(Focus, RandomSchedulesKeepIt) {
  Program program;
  const Variable out = program.variable("out");
  const Variable in = program.variable("in");
  const Body body = [=](Thread& self) -> Script {
    for (int time = 0; time < 4; ++time) {
      co_await self.write(out, time);
      co_await self.write(in, time);
    }
  };
  program.thread(body);
  program.thread(body);
  Exploring how;
  how.executions = 200;
  how.machine.in_focus = [](const Operation& operation) { return operation.object.value == hash_bytes("in"); };
  ScriptedExecutor executor(program, how.machine);
  const Identities wanted = identities(enumerate(executor), [](const Execution& one) { return one.preempts_in_focus; });
  Settings settings;
  settings.set(kFocus, "here");
  Random strategy(settings);
  const Explored explored = explore(program, strategy, how);
  const Identities made = identities(explored.rounds.back());
  for (const auto& identity : made) {
    EXPECT_TRUE(wanted.contains(identity));
  }
  EXPECT_GT(made.size(), 20U);
}

TEST(Focus, SentencesNameIt) {
  const auto sentence = [](TreeOptions options) {
    ContextBound strategy(focused(options));
    return explore(independent_writers({3, 3}), strategy).coverage.guarantee;
  };
  EXPECT_EQ(sentence({.bound = 0}), "all schedules with no preemption");
  EXPECT_EQ(sentence({.bound = 1}), "all schedules with at most 1 preemption, in here");
  EXPECT_EQ(sentence({.bound = 2}), "all schedules with at most 2 preemptions, each in here");
  EXPECT_EQ(sentence({.measure = Measure::kDelays, .bound = 2}), "all schedules with at most 2 delays, each in here");
  EXPECT_EQ(sentence({.measure = Measure::kSwitches, .bound = 4}),
            "all schedules with at most 4 switches that preempt only in here");
  EXPECT_EQ(sentence({.bound = 1, .prune = true}),
            "all schedules with at most 1 preemption, in here, up to the order of independent operations");
}

}  // namespace
}  // namespace heddle::sim

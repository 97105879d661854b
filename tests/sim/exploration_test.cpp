// Depth-first search and context bounding make every execution they promise, once.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "sim/enumerate.h"
#include "sim/exploring.h"
#include "sim/program.h"
#include "sim/programs.h"
#include "sim/shapes.h"
#include "strategies/context_bound.h"
#include "strategies/depth_first.h"

namespace heddle::sim {
namespace {

using Identities = std::set<std::vector<Alternative>>;

Identities identities(const std::vector<Execution>& executions) {
  Identities result;
  for (const Execution& execution : executions) {
    result.insert(execution.steps);
  }
  return result;
}

// By brute force.
Identities within(const std::vector<Execution>& all, Measure measure, std::uint32_t bound) {
  Identities result;
  for (const Execution& execution : all) {
    if (cost(execution, measure) <= bound) {
      result.insert(execution.steps);
    }
  }
  return result;
}

std::vector<TreeOptions> all_settings(Measure measure) {
  std::vector<TreeOptions> settings;
  for (const Order order : {Order::kDeviations, Order::kCost, Order::kDepth}) {
    settings.push_back({.measure = measure, .slice = ~0U, .order = order});
    settings.push_back({.measure = measure, .slice = 2, .order = order});  // fair:2
    settings.push_back({.measure = measure, .continuation = Continuation::kRandom, .order = order, .seed = 7});
  }
  return settings;
}

std::string label(const TreeOptions& settings) {
  return "measure " + std::to_string(static_cast<int>(settings.measure)) + ", order " +
         std::to_string(static_cast<int>(settings.order)) + ", continuation " +
         std::to_string(static_cast<int>(settings.continuation)) + ", slice " + std::to_string(settings.slice);
}

// Every execution within the bound, none twice, none beyond it: for bounds 0 to `most`, one round each.
void expect_exact(const Program& program, std::uint32_t most) {
  ScriptedExecutor executor(program);
  const std::vector<Execution> all = enumerate(executor);
  for (const Measure measure : {Measure::kSwitches, Measure::kPreemptions, Measure::kDelays}) {
    for (const TreeOptions& settings : all_settings(measure)) {
      TreeOptions options = settings;
      options.bound = most;
      ContextBound strategy(options);
      const Explored explored = explore(program, strategy);
      ASSERT_EQ(explored.end, LeaseEnd::kFinished);
      for (std::size_t round = 0; round < explored.rounds.size(); ++round) {
        const RoundTotals& totals = explored.totals.rounds[round];
        const Identities made = identities(explored.rounds[round]);
        EXPECT_EQ(totals.bound, round);
        EXPECT_EQ(made.size(), totals.executions) << "an execution was made twice: " << label(settings);
        EXPECT_EQ(made, within(all, measure, totals.bound)) << label(settings) << ", bound " << round;
        EXPECT_EQ(totals.diverged(), 0U);
      }
      // It stops early only when nothing is left for a higher bound.
      if (explored.rounds.size() <= most) {
        EXPECT_TRUE(explored.totals.last()->holds_everything());
        EXPECT_EQ(explored.totals.last()->executions, all.size());
      }
    }
  }
}

// Gives executions up, after other numbers of points each time, and begins again.
class BeginsAgain final : public Executor {
 public:
  explicit BeginsAgain(const Program& program) : inner_(program) {}

  Outcome execute(Controller& controller) override {
    Beginning beginning(controller, ++number_ % 7);
    (void)inner_.execute(beginning);
    return inner_.execute(controller);
  }

 private:
  class Beginning final : public Controller {
   public:
    Beginning(Controller& inner, std::uint32_t points) : inner_(inner), points_(points) {}
    [[nodiscard]] Wants begin() override {
      Wants wants = inner_.begin();
      wants.stays = nullptr;  // every point is counted
      return wants;
    }
    [[nodiscard]] std::size_t choose(const ChoicePoint& point) override {
      return point.number == points_ ? kDiverge : inner_.choose(point);
    }
    void observe(const Event& event) override { inner_.observe(event); }

   private:
    Controller& inner_;
    std::uint32_t points_;
  };

  ScriptedExecutor inner_;
  std::uint32_t number_ = 0;
};

TEST(Exploration, AnExecutionThatBeginsAgainCountsOnce) {
  Exploring how;
  how.options.check_repeats = true;
  for (const Shape shape : kShapes) {
    const Program program = independent_writers(shape);
    BeginsAgain executor(program);
    DepthFirst all({});
    const Explored explored = explore(executor, all, how);
    EXPECT_EQ(explored.coverage.extent, Extent::kWhole);
    EXPECT_EQ(explored.totals.last()->executions, interleavings(shape));
    EXPECT_EQ(identities(explored.rounds.back()).size(), interleavings(shape));
    for (const std::uint32_t prune : {0U, 1U}) {
      const TreeOptions options{.bound = 2, .exact = true, .prune = prune != 0};
      ContextBound at_once(options);
      ContextBound again(options);
      const Explored expected = explore(program, at_once, how);
      const Explored got = explore(executor, again, how);
      EXPECT_EQ(got.totals.last()->executions, expected.totals.last()->executions);
      EXPECT_EQ(got.totals.last()->pruned, expected.totals.last()->pruned);
      EXPECT_EQ(identities(got.rounds.back()), identities(expected.rounds.back()));
    }
  }
}

TEST(DepthFirst, MakesEveryExecutionOnce) {
  for (const Shape shape : kShapes) {
    const Program program = independent_writers(shape);
    DepthFirst strategy({});
    const Explored explored = explore(program, strategy);
    EXPECT_EQ(explored.totals.last()->executions, interleavings(shape));
    EXPECT_EQ(identities(explored.rounds.back()).size(), interleavings(shape));
    EXPECT_EQ(explored.coverage.extent, Extent::kWhole);
    EXPECT_EQ(explored.coverage.guarantee, "all schedules");
  }
}

TEST(DepthFirst, MakesEveryExecutionOfProgramsThatBlock) {
  for (const Program& program : {locked_update(), opposite_locks(), lost_wakeup(), kept_wakeup(), everything()}) {
    ScriptedExecutor executor(program);
    DepthFirst strategy({});
    EXPECT_EQ(identities(explore(program, strategy).rounds.back()), identities(enumerate(executor)));
  }
}

TEST(ContextBound, TableOfPreemptions) {
  struct Row {
    Shape shape;
    std::vector<std::uint64_t> at_most;  // c = 0, 1, ...
  };
  const Row table[] = {
      {{2, 3}, {2, 6, 14, 18, 20}},         {{2, 4}, {2, 8, 26, 44, 62}},  {{2, 5}, {2, 10, 42, 90, 162}},
      {{2, 6}, {2, 12, 62, 162, 362}},      {{3, 2}, {6, 24, 60, 90, 90}}, {{3, 3}, {6, 42, 192, 552, 1062}},
      {{4, 2}, {24, 168, 672, 1656, 2520}},
  };
  for (const Row& row : table) {
    const Program program = independent_writers(row.shape);
    std::uint64_t before = 0;
    for (std::uint32_t bound = 0; bound < row.at_most.size(); ++bound) {
      ContextBound strategy({.bound = bound});
      const Explored explored = explore(program, strategy);
      EXPECT_EQ(explored.totals.last()->executions, row.at_most[bound]);
      // The rounds below are made again: a summary calls them re-executions.
      if (explored.totals.rounds.size() == bound + 1) {
        EXPECT_EQ(explored.totals.made() - explored.totals.last()->executions, before);
      }
      before += row.at_most[bound];
    }
  }
}

TEST(ContextBound, TableOfDelays) {
  const auto at_most = [](Shape shape, std::uint32_t bound) {
    ContextBound strategy({.measure = Measure::kDelays, .bound = bound, .exact = true});
    return explore(independent_writers(shape), strategy).totals.last()->executions;
  };
  const std::uint64_t of_2_3[] = {1, 4, 10, 16};
  const std::uint64_t of_3_2[] = {1, 5, 15, 30};
  for (std::uint32_t bound = 0; bound < 4; ++bound) {
    EXPECT_EQ(at_most({2, 3}, bound), of_2_3[bound]);
    EXPECT_EQ(at_most({3, 2}, bound), of_3_2[bound]);
  }
}

TEST(ContextBound, SwitchesArePreemptionsPlusThreadsMinusOne) {
  ContextBound strategy({.measure = Measure::kSwitches, .bound = 3, .exact = true});
  const Explored explored = explore(independent_writers({2, 3}), strategy);
  EXPECT_EQ(explored.totals.last()->executions, 14U);
  EXPECT_EQ(explored.coverage.extent, Extent::kWhole);
  EXPECT_EQ(explored.coverage.guarantee, "all schedules with at most 3 switches");
}

TEST(ContextBound, ExactForThreeAndFourThreads) {
  expect_exact(independent_writers({3, 2}), 5);
  expect_exact(independent_writers({4, 1}), 4);
}

TEST(ContextBound, ExactForLocksConditionsAndTimeouts) {
  expect_exact(lost_update(), 4);
  expect_exact(locked_update(), 4);
  expect_exact(opposite_locks(), 4);
  expect_exact(lost_wakeup(), 4);
  expect_exact(kept_wakeup(), 4);
  expect_exact(everything(), 2);
}

TEST(ContextBound, ExactForThreadsThatCreateThreads) {
  Program program;
  const Variable shared = program.variable("shared");
  program.thread([shared](Thread& self) -> Script {
    const Body writer = [shared](Thread& writing) -> Script {
      const Body grandchild = [shared](Thread& last) -> Script { co_await last.write(shared, 3); };
      co_await writing.write(shared, 1);
      const ThreadId child = writing.create(grandchild);
      co_await writing.write(shared, 2);
      co_await writing.join(child);
    };
    const ThreadId first = self.create(writer);
    const ThreadId second = self.create(writer);
    co_await self.join(first);
    co_await self.write(shared, 9);
    co_await self.join(second);
  });
  expect_exact(program, 4);
}

// A bound too large to be completed gives way to the next two, and comes again.
TEST(ContextBound, ALargeBoundDoesNotHideTheNext) {
  const Program program = independent_writers({4, 2});  // 24 without a preemption, 168 with one, 672, 1656, 2520
  ContextBound strategy({.bound = 3}, /*first_limit=*/80);
  const Explored explored = explore(program, strategy);
  std::vector<std::uint32_t> bounds;
  for (const RoundTotals& round : explored.totals.rounds) {
    bounds.push_back(round.bound);
  }
  EXPECT_EQ(bounds, (std::vector<std::uint32_t>{0, 1, 2, 0, 1, 2, 3, 1, 2, 3, 2, 3}));
  EXPECT_EQ(explored.totals.last()->executions, 1656U);
  EXPECT_EQ(explored.coverage.extent, Extent::kWhole);
}

TEST(ContextBound, FewestDeviationsFirstReachesABugBehindManyThreads) {
  for (const std::size_t setters : {3U, 10U, 20U, 100U}) {
    const Program program = reorder(setters);
    ContextBound strategy({.bound = 2, .exact = true});
    Exploring how;
    how.options.all = false;
    const Explored explored = explore(program, strategy, how);
    ASSERT_EQ(explored.discoveries.size(), 1U);
    EXPECT_EQ(explored.discoveries[0].origin.execution, 2 * setters + 1);
    EXPECT_EQ(explored.discoveries[0].witness.costs.preemptions, 1U);
    // With all bounds from 0 on as well: the n! orders without a preemption do not hide it.
    ContextBound upwards({.bound = 2});
    EXPECT_EQ(explore(program, upwards, how).discoveries.size(), 1U);
  }
}

}  // namespace
}  // namespace heddle::sim

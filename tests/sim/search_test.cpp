// A search with workers makes the same executions as one without, none lost and none twice, whatever the leases, the
// deaths and the interruptions.
#include "engine/search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/rng.h"
#include "sim/crowd.h"
#include "sim/enumerate.h"
#include "sim/executor.h"
#include "sim/exploring.h"
#include "sim/programs.h"
#include "sim/random_program.h"
#include "sim/searching.h"
#include "sim/shapes.h"
#include "strategies/depth_first.h"
#include "strategies/random.h"

namespace heddle::sim {
namespace {

// The same executions, totals and sentence as in one process without a supervisor.
void expect_as_alone(const Program& program, const MakeStrategy& make, const std::vector<Habits>& crowds) {
  const auto strategy = make();
  const Explored alone = explore(program, *strategy);
  ASSERT_EQ(alone.end, LeaseEnd::kFinished);
  const std::vector<Steps> expected = sorted(steps_of(alone.rounds.back()));
  for (const Habits& habits : crowds) {
    Crowd crowd(subject(program, make), habits);
    crowd.run();
    ASSERT_TRUE(crowd.search().finished()) << label(habits);
    ASSERT_EQ(sorted(steps_of(crowd.last_round())), expected) << label(habits);
    ASSERT_EQ(describe(crowd.search().totals()), describe(alone.totals)) << label(habits);
    ASSERT_EQ(crowd.coverage().guarantee, alone.coverage.guarantee) << label(habits);
    ASSERT_EQ(crowd.coverage().extent, alone.coverage.extent) << label(habits);
    ASSERT_EQ(crowd.search().left(), 0U) << label(habits);
    ASSERT_EQ(crowd.search().chunks(), 0U) << label(habits);
  }
}

TEST(Search, WorkersMakeTheSameExecutionsWithinABound) {
  std::uint64_t seed = 0;
  for (const Program& program : {independent_writers({2, 3}), independent_writers({3, 2}), lost_update(),
                                 opposite_locks(), lost_wakeup(), wrong_waiter()}) {
    for (const TreeOptions& options : all_bounds(2)) {
      SCOPED_TRACE(label(options));
      seed += 100;
      expect_as_alone(program, context_bound(options), all_habits(seed));
    }
  }
}

TEST(Search, WorkersMakeTheSameExecutionsDepthFirst) {
  std::uint64_t seed = 10'000;
  for (const Program& program :
       {independent_writers({2, 5}), independent_writers({3, 2}), locked_update(), kept_wakeup(), reorder(2)}) {
    seed += 100;
    expect_as_alone(program, depth_first(), all_habits(seed));
    expect_as_alone(program, depth_first({.continuation = Continuation::kRandom, .seed = 5}), all_habits(seed + 50));
  }
}

TEST(Search, WorkersDrawTheSameRandomExecutions) {
  expect_as_alone(independent_writers({2, 3}), random_draws(3, 300), all_habits(20'000));
}

// Timeouts, barriers, semaphores, choices, threads made on the way.
TEST(Search, WorkersMakeTheSameExecutionsOfEverything) {
  expect_as_alone(everything(), context_bound({.bound = 3}),
                  {{.workers = 2, .longest_lease = 200, .dying = 20}, {.workers = 5, .longest_lease = 50, .dying = 5}});
  expect_as_alone(independent_writers({3, 3}), depth_first(), {{.workers = 5, .longest_lease = 40, .dying = 20}});
}

TEST(Search, OneWorkerMakesThemInTheSameOrderWhateverTheLeases) {
  for (const Program& program : {independent_writers({3, 2}), lost_wakeup(), wrong_waiter()}) {
    std::vector<MakeStrategy> strategies{depth_first(), random_draws(9, 100)};
    for (const TreeOptions& options : all_bounds(2)) {
      strategies.push_back(context_bound(options));
    }
    for (const MakeStrategy& make : strategies) {
      const auto strategy = make();
      const Explored alone = explore(program, *strategy);
      std::vector<Steps> expected;
      for (const std::vector<Execution>& round : alone.rounds) {
        std::ranges::copy(steps_of(round), std::back_inserter(expected));
      }
      for (const std::uint32_t longest : {1U, 2U, 9U, 1000U}) {
        for (const std::uint32_t chunks : {1U, 2U, 10U}) {
          const Habits habits{.longest_lease = longest, .most_chunks = chunks, .sharing = 50, .seed = longest + chunks};
          Crowd crowd(subject(program, make), habits);
          crowd.run();
          ASSERT_EQ(steps_of(crowd.made()), expected) << label(habits);
        }
      }
    }
  }
}

// With several workers a round that is given up may have got further; the one that counts is the same.
TEST(Search, RoundsThatGiveWayComeAgain) {
  const Program program = independent_writers({3, 2});
  const MakeStrategy make = context_bound({.bound = 3}, /*first_limit=*/60);
  const auto strategy = make();
  const Explored alone = explore(program, *strategy);
  ASSERT_TRUE(alone.totals.rounds[1].limited);
  for (const Habits& habits : all_habits(30'000)) {
    Crowd crowd(subject(program, make), habits);
    crowd.run();
    ASSERT_TRUE(crowd.search().finished());
    ASSERT_EQ(sorted(steps_of(crowd.last_round())), sorted(steps_of(alone.rounds.back()))) << label(habits);
    ASSERT_EQ(crowd.coverage().guarantee, alone.coverage.guarantee);
    for (const RoundTotals& round : crowd.search().totals().rounds) {
      ASSERT_NE(round.ended, round.limited);
      ASSERT_TRUE(round.ended || round.steps >= round.limit);
    }
  }
}

TEST(Search, MakesExactlyAsManyExecutionsAsAskedFor) {
  const Program program = independent_writers({2, 5});
  for (const std::uint64_t executions : {1U, 7U, 100U}) {
    for (const Habits& habits : all_habits(40'000)) {
      Subject limited = subject(program, depth_first());
      limited.executions = executions;
      Crowd crowd(limited, habits);
      crowd.run();
      ASSERT_TRUE(crowd.search().exhausted());
      ASSERT_EQ(crowd.search().made(), executions) << label(habits);
      const std::vector<Steps> made = sorted(steps_of(crowd.last_round()));
      ASSERT_EQ(made.size(), executions);
      ASSERT_EQ(std::ranges::adjacent_find(made), made.end());
    }
  }
}

// --- Pruning: what counts are distinct happens-before graphs, for everybody the same ones.

// The graphs of all executions within a bound, by brute force.
std::set<std::uint64_t> all_graphs(const Program& program, Measure measure, std::uint32_t bound) {
  ScriptedExecutor executor(program);
  DepthFirst strategy({});
  const Explored explored = explore(program, strategy);
  std::map<Steps, std::uint64_t> graph_of;
  for (std::size_t index = 0; index < explored.graphs.size(); ++index) {
    graph_of[explored.rounds.back()[index].steps] = explored.graphs[index];
  }
  std::set<std::uint64_t> graphs;
  for (const Execution& execution : enumerate(executor)) {
    if (cost(execution, measure) <= bound) {
      graphs.insert(graph_of.at(execution.steps));
    }
  }
  return graphs;
}

void expect_distinct_graphs(const Program& program, const MakeStrategy& make, const std::set<std::uint64_t>& expected,
                            const std::vector<Habits>& crowds) {
  const auto strategy = make();
  const Explored alone = explore(program, *strategy);
  EXPECT_EQ(alone.totals.last()->executions, expected.size());
  EXPECT_EQ(std::set(alone.graphs.begin(), alone.graphs.end()), expected);
  for (const Habits& habits : crowds) {
    Crowd crowd(subject(program, make, /*prune=*/true), habits);
    crowd.run();
    ASSERT_TRUE(crowd.search().finished()) << label(habits);
    ASSERT_EQ(crowd.search().totals().last()->executions, expected.size()) << label(habits);
    ASSERT_EQ(graphs_of(crowd.last_round()), expected) << label(habits);
    ASSERT_TRUE(crowd.search().totals().last()->complete());
    ASSERT_EQ(crowd.search().left(), 0U);
  }
}

TEST(Search, PrunedCountsAreThoseOfDistinctGraphsWithinTheBound) {
  std::uint64_t seed = 50'000;
  for (const Program& program :
       {independent_writers({3, 2}), lost_update(), opposite_locks(), kept_wakeup(), wrong_waiter(), reorder(2)}) {
    for (const Measure measure : {Measure::kPreemptions, Measure::kDelays, Measure::kSwitches}) {
      for (const std::uint32_t bound : {0U, 1U, 2U, 3U}) {
        const std::set<std::uint64_t> expected = all_graphs(program, measure, bound);
        for (const Order order : {Order::kDeviations, Order::kCost}) {
          const TreeOptions options{.measure = measure, .order = order, .bound = bound, .exact = true, .prune = true};
          SCOPED_TRACE(label(options));
          seed += 100;
          expect_distinct_graphs(program, context_bound(options), expected, all_habits(seed));
        }
      }
    }
  }
}

TEST(Search, PrunedCountsAreThoseOfDistinctGraphsWithoutABound) {
  std::uint64_t seed = 90'000;
  for (const Program& program :
       {independent_writers({3, 2}), lost_update(), opposite_locks(), kept_wakeup(), reorder(2)}) {
    const std::set<std::uint64_t> expected = all_graphs(program, Measure::kNothing, 0);
    seed += 100;
    expect_distinct_graphs(program, depth_first({.prune = true}), expected, all_habits(seed));
    expect_distinct_graphs(program, context_bound({.prune = true}), expected, all_habits(seed + 50));
  }
}

// --- Giving up.

TEST(Search, WhatIsGivenUpIsMissingWithAllThatFollowsFromItAndNothingElse) {
  for (const Program& program : {independent_writers({3, 2}), wrong_waiter()}) {
    for (const MakeStrategy& make : {depth_first(), context_bound({.bound = 2, .exact = true}),
                                     context_bound({.order = Order::kCost, .bound = 2, .exact = true})}) {
      Crowd whole(subject(program, make), {.longest_lease = 1'000'000});
      whole.run();
      for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Crowd crowd(subject(program, make), {.workers = 2, .longest_lease = 5, .sharing = 40, .seed = seed});
        std::optional<Schedule> given_up;
        for (std::uint64_t steps = 0; crowd.step(); ++steps) {
          if (steps >= 3 * seed && !given_up) {
            given_up = crowd.give_up();
          }
        }
        ASSERT_TRUE(given_up);
        std::vector<Steps> expected;
        for (const Made& made : whole.last_round()) {
          if (std::ranges::mismatch(made.path, *given_up).in2 != given_up->end()) {
            expected.push_back(made.steps);
          }
        }
        ASSERT_EQ(sorted(steps_of(crowd.last_round())), sorted(expected)) << seed;
        const RoundTotals& last = *crowd.search().totals().last();
        EXPECT_EQ(last.given_up(), 1U);
        EXPECT_TRUE(last.ended);
        EXPECT_FALSE(last.complete());
        EXPECT_EQ(crowd.coverage().extent, Extent::kPart);
        Crowd reader(crowd, crowd.journal().records.size(), {});
        ASSERT_EQ(state_of(reader.search()), state_of(crowd.search()));
      }
    }
  }
}

TEST(Search, OneRandomExecutionIsGivenUpAndNoOther) {
  const Program program = lost_update();
  const MakeStrategy make = random_draws(4, 50);
  Crowd crowd(subject(program, make), {.workers = 2, .longest_lease = 3, .sharing = 50});
  bool gave_up = false;
  for (int steps = 0; crowd.step(); ++steps) {
    gave_up = gave_up || (steps > 20 && crowd.give_up().has_value());
  }
  ASSERT_TRUE(gave_up);
  EXPECT_EQ(crowd.search().totals().last()->executions, 49U);
  EXPECT_EQ(crowd.search().totals().last()->given_up(), 1U);
  EXPECT_EQ(crowd.search().made(), 50U);
}

// --- Splitting.

class Patience final : public Host {
 public:
  bool goes_on(const Tally& /*tally*/, const Frontier& /*frontier*/) override {
    if (diary.ended) {
      made.push_back(diary.execution().steps);
    }
    diary.ended = false;
    return true;
  }
  bool found(const Finding& /*finding*/) override { return true; }

  Diary diary;
  std::vector<Steps> made;  // also beyond the bound
};

// All that follows from targets, each explored on its own.
std::vector<Steps> explore_each(const Program& program, Strategy& strategy, LeaseTerms terms,
                                const std::vector<Target>& targets) {
  ScriptedExecutor executor(program);
  Patience host;
  Judge* const detectors[] = {&host.diary};
  Frontier frontier;
  Explorer explorer(executor, strategy, detectors, frontier, host, {.all = true, .check_repeats = false});
  for (const Target& target : targets) {
    frontier.begin(terms);
    frontier.add(target);
    EXPECT_EQ(explorer.explore(terms), LeaseEnd::kFinished);
    EXPECT_TRUE(frontier.empty());
    EXPECT_EQ(explorer.tally().diverged(), 0U);
  }
  return host.made;
}

// Splits until nothing can be, or by chance; the pieces as they stand in the order.
void split_at_random(Target target, Rng& rng, std::vector<Target>& pieces) {
  Target other;
  const std::uint64_t count = target.count;
  if (count == 1 || rng.below(8) == 0) {
    pieces.push_back(target);
    return;
  }
  if (rng.below(2) == 0) {
    keep_first(target, 1, other);
  } else {
    EXPECT_TRUE(halve(target, other));
  }
  EXPECT_EQ(target.count + other.count, count);
  split_at_random(target, rng, pieces);
  split_at_random(other, rng, pieces);
}

TEST(Search, TargetsCanBeSplitInEveryWay) {
  Rng rng(5);
  const Program program = wrong_waiter();
  std::vector<MakeStrategy> strategies{depth_first(), random_draws(1, 40)};
  for (const TreeOptions& options : all_bounds(1)) {
    strategies.push_back(context_bound(options));
  }
  for (const MakeStrategy& make : strategies) {
    const auto strategy = make();
    Frontier frontier;
    strategy->refill(0, {}, frontier);
    const LeaseTerms terms{.bound = 2, .order = Order::kDepth};
    Target root;
    ASSERT_TRUE(frontier.take(root));
    // The first execution, then all that is left.
    ScriptedExecutor executor(program);
    Patience host;
    Judge* const detectors[] = {&host.diary};
    LeaseTerms one = terms;
    one.executions = 1;
    frontier.begin(one);
    frontier.add(root);
    Explorer explorer(executor, *strategy, detectors, frontier, host, {.all = true, .check_repeats = false});
    ASSERT_EQ(explorer.explore(one), LeaseEnd::kFinished);
    std::vector<Target> left;
    Target target;
    while (frontier.take(target)) {
      left.push_back(target);
    }
    ASSERT_FALSE(left.empty());
    const std::vector<Steps> expected = explore_each(program, *strategy, terms, left);
    ASSERT_GT(expected.size(), 3U);
    for (int attempt = 0; attempt < 10; ++attempt) {
      std::vector<Target> pieces;
      for (const Target& whole : left) {
        split_at_random(whole, rng, pieces);
      }
      ASSERT_EQ(explore_each(program, *strategy, terms, pieces), expected) << pieces.size() << " pieces";
    }
  }
}

TEST(Search, RandomNumbersWithoutEndAreSplitToo) {
  Frontier frontier;
  Random(1).refill(0, {}, frontier);
  Target all;
  Target rest;
  Target more;
  ASSERT_TRUE(frontier.take(all));
  EXPECT_EQ(all.count, kUnlimited);
  keep_first(all, 1, rest);
  EXPECT_EQ(all.count, 1U);
  EXPECT_EQ(rest.first, all.first + 1);
  EXPECT_EQ(rest.count, kUnlimited);
  EXPECT_FALSE(halve(all, more));
  ASSERT_TRUE(halve(rest, more));
  EXPECT_GT(rest.count, 1U);
  EXPECT_EQ(more.first, rest.first + rest.count);
  EXPECT_EQ(more.count, kUnlimited);
}

// --- Programs drawn at random.

// Workers, deaths, an interruption and another journal in the middle, on as many programs as asked for.
void sweep(std::uint64_t seed, int programs) {
  Rng rng(seed);
  for (int number = 0; number < programs; ++number) {
    SCOPED_TRACE("program " + std::to_string(number) + " of seed " + std::to_string(seed));
    const RandomProgram random = random_program(rng);
    const Measure measures[] = {Measure::kPreemptions, Measure::kSwitches, Measure::kDelays};
    const Order orders[] = {Order::kDeviations, Order::kCost, Order::kDepth};
    TreeOptions options{.measure = measures[rng.below(3)],
                        .continuation = rng.below(3) == 0 ? Continuation::kRandom : Continuation::kFair,
                        .order = orders[rng.below(3)],
                        .bound = rng.below(4),
                        .exact = rng.below(2) != 0,
                        .prune = rng.below(2) != 0};
    SCOPED_TRACE(label(options) + (options.prune ? ", pruned" : ""));
    const MakeStrategy make = context_bound(options);
    const bool prune = options.prune;
    const auto strategy = make();
    const Explored alone = explore(random.program, *strategy);
    ASSERT_EQ(alone.end, LeaseEnd::kFinished);
    Crowd first(subject(random.program, make, prune), {.workers = 1 + rng.below(5),
                                                       .longest_lease = 1 + rng.below(30),
                                                       .dying = 15 * rng.below(3),
                                                       .seed = rng.next()});
    for (std::uint32_t steps = rng.below(60); steps != 0 && first.step(); --steps) {
    }
    if (rng.below(2) == 0) {
      first.move();
    }
    Crowd second(first, first.journal().records.size(),
                 {.workers = 1 + rng.below(5), .longest_lease = 1 + rng.below(30), .dying = 10, .seed = rng.next()});
    second.run();
    ASSERT_TRUE(second.search().finished());
    ASSERT_EQ(second.search().left(), 0U);
    if (prune) {
      ASSERT_EQ(second.search().totals().last()->executions, alone.totals.last()->executions);
      ASSERT_EQ(graphs_of(second.last_round()), std::set(alone.graphs.begin(), alone.graphs.end()));
    } else {
      ASSERT_EQ(sorted(steps_of(second.last_round())), sorted(steps_of(alone.rounds.back())));
      ASSERT_EQ(describe(second.search().totals()), describe(alone.totals));
      ASSERT_EQ(second.coverage().guarantee, alone.coverage.guarantee);
    }
    ASSERT_EQ(second.search().totals().last()->complete(), alone.totals.last()->complete());
  }
}

TEST(Search, WorkersMakeTheSameExecutionsOfRandomPrograms) { sweep(1, 300); }

TEST(Search, SlowRandomPrograms) {
  for (std::uint64_t seed = 100; seed < 120 && !HasFatalFailure(); ++seed) {
    sweep(seed, 1'000);
  }
}

}  // namespace
}  // namespace heddle::sim

// A search with workers makes the same executions as one without, none lost and none twice, whatever the leases, the
// deaths and the interruptions.
#include "engine/search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/rng.h"
#include "engine/chunks.h"
#include "sim/crowd.h"
#include "sim/enumerate.h"
#include "sim/executor.h"
#include "sim/exploring.h"
#include "sim/programs.h"
#include "sim/random_program.h"
#include "sim/shapes.h"
#include "strategies/context_bound.h"
#include "strategies/depth_first.h"
#include "strategies/random.h"

namespace heddle::sim {
namespace {

using Steps = std::vector<Alternative>;
using MakeStrategy = std::function<std::unique_ptr<Strategy>()>;

MakeStrategy context_bound(const heddle::Options& options, std::uint64_t first_limit = kFirstRoundLimit) {
  return [=] { return std::make_unique<ContextBound>(options, first_limit); };
}
MakeStrategy depth_first(const heddle::Options& options = {}) {
  return [=] { return std::make_unique<DepthFirst>(options); };
}
MakeStrategy random_draws(const heddle::Options& options) {
  return [=] { return std::make_unique<Random>(options); };
}

std::vector<Steps> steps_of(const std::vector<Execution>& executions) {
  std::vector<Steps> all;
  std::ranges::transform(executions, std::back_inserter(all), &Execution::steps);
  return all;
}
std::vector<Steps> steps_of(const std::vector<Made>& made) {
  std::vector<Steps> all;
  std::ranges::transform(made, std::back_inserter(all), &Made::steps);
  return all;
}
std::vector<Steps> sorted(std::vector<Steps> all) {
  std::ranges::sort(all);
  return all;
}

std::set<std::uint64_t> graphs_of(const std::vector<Made>& made) {
  std::set<std::uint64_t> all;
  std::ranges::transform(made, std::inserter(all, all.end()), &Made::graph);
  return all;
}

std::string label(const Habits& habits) {
  return std::to_string(habits.workers) + " workers, leases of " + std::to_string(habits.longest_lease) + ", " +
         std::to_string(habits.dying) + " % die, seed " + std::to_string(habits.seed);
}
std::string label(const heddle::Options& options) {
  return "measure " + std::to_string(static_cast<int>(options.measure)) + ", order " +
         std::to_string(static_cast<int>(options.order)) + ", continuation " +
         std::to_string(static_cast<int>(options.continuation)) + ", slice " + std::to_string(options.slice) +
         ", bound " + std::to_string(options.bound);
}

// Everybody there could be, from one worker with tiny leases to five that die like flies.
std::vector<Habits> all_habits(std::uint64_t seed) {
  std::vector<Habits> all;
  for (const std::size_t workers : {1U, 2U, 5U}) {
    for (const std::uint32_t dying : {0U, 25U}) {
      for (const std::uint32_t longest : {1U, 7U, 100U}) {
        all.push_back({.workers = workers, .longest_lease = longest, .dying = dying, .seed = ++seed});
      }
    }
  }
  return all;
}

std::vector<heddle::Options> all_bounds(std::uint32_t bound) {
  std::vector<heddle::Options> all;
  for (const Measure measure : {Measure::kPreemptions, Measure::kSwitches, Measure::kDelays}) {
    for (const Order order : {Order::kDeviations, Order::kCost, Order::kDepth}) {
      all.push_back({.measure = measure, .order = order, .bound = bound});
      all.push_back({.measure = measure, .slice = 2, .order = order, .bound = bound});
      all.push_back(
          {.measure = measure, .continuation = Continuation::kRandom, .order = order, .bound = bound, .seed = 7});
    }
  }
  return all;
}

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
    ASSERT_EQ(crowd.coverage().complete, alone.coverage.complete) << label(habits);
    ASSERT_EQ(crowd.search().left(), 0U) << label(habits);
    ASSERT_EQ(crowd.search().chunks(), 0U) << label(habits);
  }
}

TEST(Search, WorkersMakeTheSameExecutionsWithinABound) {
  std::uint64_t seed = 0;
  for (const Program& program : {independent_writers({2, 3}), independent_writers({3, 2}), lost_update(),
                                 opposite_locks(), lost_wakeup(), wrong_waiter()}) {
    for (const heddle::Options& options : all_bounds(2)) {
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
  expect_as_alone(independent_writers({2, 3}), random_draws({.seed = 3, .executions = 300}), all_habits(20'000));
}

// Timeouts, barriers, semaphores, choices, threads made on the way.
TEST(Search, WorkersMakeTheSameExecutionsOfEverything) {
  expect_as_alone(everything(), context_bound({.bound = 3}),
                  {{.workers = 2, .longest_lease = 200, .dying = 20}, {.workers = 5, .longest_lease = 50, .dying = 5}});
  expect_as_alone(independent_writers({3, 3}), depth_first(), {{.workers = 5, .longest_lease = 40, .dying = 20}});
}

TEST(Search, OneWorkerMakesThemInTheSameOrderWhateverTheLeases) {
  for (const Program& program : {independent_writers({3, 2}), lost_wakeup(), wrong_waiter()}) {
    std::vector<MakeStrategy> strategies{depth_first(), random_draws({.seed = 9, .executions = 100})};
    for (const heddle::Options& options : all_bounds(2)) {
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
          const heddle::Options options{.measure = measure, .order = order, .bound = bound, .exact = 1, .prune = 1};
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
    expect_distinct_graphs(program, depth_first({.prune = 1}), expected, all_habits(seed));
    expect_distinct_graphs(program, context_bound({.prune = 1}), expected, all_habits(seed + 50));
  }
}

// --- The journal.

// Whoever reads the journal knows what the search knows.
void expect_replays(const Crowd& crowd) {
  const Crowd reader(crowd, crowd.journal().records.size(), {});
  ASSERT_EQ(state_of(reader.search()), state_of(crowd.search()));
  ASSERT_EQ(reader.reached().entries(), crowd.reached().entries());
}

struct Case {
  std::string name;
  Program program;
  MakeStrategy make;
  bool prune = false;
};

std::vector<Case> journal_cases() {
  return {
      {"dfs", independent_writers({2, 4}), depth_first()},
      {"dfs, pruned", reorder(2), depth_first({.prune = 1}), true},
      {"cb", wrong_waiter(), context_bound({.bound = 2})},
      {"cb by cost", independent_writers({3, 2}), context_bound({.order = Order::kCost, .bound = 3})},
      {"cb, rounds that give way", independent_writers({3, 2}), context_bound({.bound = 3}, 60)},
      {"cb, pruned", wrong_waiter(), context_bound({.bound = 3, .prune = 1}), true},
      {"random", lost_update(), random_draws({.seed = 2, .executions = 200})},
  };
}

// What must not depend on who did it. Pruned, an execution stands for all with its graph; and what was cut, which tells
// "all schedules" from "all within the bound", depends on who came first, since the dearer of two ways to the same
// prefix may cut where the cheaper one does not.
struct Result {
  std::vector<Steps> executions;
  std::set<std::uint64_t> graphs;
  std::uint64_t count = 0;
  std::string guarantee;
  friend bool operator==(const Result&, const Result&) = default;
};
Result result_of(const Crowd& crowd, bool prune) {
  return {.executions = prune ? std::vector<Steps>() : sorted(steps_of(crowd.last_round())),
          .graphs = graphs_of(crowd.last_round()),
          .count = crowd.search().totals().last()->executions,
          .guarantee = prune ? "" : crowd.coverage().guarantee};
}
Result expected_of(const Case& one) {
  Crowd crowd(subject(one.program, one.make, one.prune), {.longest_lease = 1'000'000});
  crowd.run();
  return result_of(crowd, one.prune);
}

TEST(Search, AJournalReadAgainGivesTheSameStateAtEveryMoment) {
  for (const Case& one : journal_cases()) {
    const Subject searched = subject(one.program, one.make, one.prune);
    Crowd crowd(searched, {.workers = 3, .longest_lease = 20, .dying = 20, .seed = 5});
    std::size_t records = 0;
    do {
      if (crowd.journal().records.size() != records) {
        records = crowd.journal().records.size();
        ASSERT_NO_FATAL_FAILURE(expect_replays(crowd)) << one.name;
      }
    } while (crowd.step());
    EXPECT_GT(records, 10U) << one.name;
  }
}

TEST(Search, GoesOnFromEveryRecordToTheSameEnd) {
  for (const Case& one : journal_cases()) {
    const Result expected = expected_of(one);
    Crowd crowd(subject(one.program, one.make, one.prune), {.workers = 3, .longest_lease = 20, .dying = 20, .seed = 6});
    crowd.run();
    const std::size_t records = crowd.journal().records.size();
    const std::size_t stride = 1 + records / 60;
    for (std::size_t known = 0; known <= records; known += stride) {
      Crowd second(crowd, known, {.workers = 2, .longest_lease = 30, .seed = known});
      second.run();
      ASSERT_EQ(result_of(second, one.prune), expected) << one.name << ", from " << known << " of " << records;
    }
  }
}

TEST(Search, TenInterruptionsChangeNothing) {
  for (const Case& one : journal_cases()) {
    const Result expected = expected_of(one);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      Rng rng(seed);
      auto crowd = std::make_unique<Crowd>(subject(one.program, one.make, one.prune),
                                           Habits{.workers = 2, .longest_lease = 4, .dying = 10, .seed = seed});
      for (int interruption = 0; interruption < 10; ++interruption) {
        for (std::uint32_t steps = 1 + rng.below(40); steps != 0 && crowd->step(); --steps) {
        }
        if (rng.below(2) == 0) {
          crowd->move();
          for (std::uint32_t steps = rng.below(10); steps != 0 && crowd->step(); --steps) {
          }
        }
        const Habits habits{.workers = 1 + rng.below(4), .longest_lease = 4, .dying = 10, .seed = rng.next()};
        crowd = std::make_unique<Crowd>(*crowd, crowd->journal().records.size(), habits);
      }
      crowd->run();
      ASSERT_EQ(result_of(*crowd, one.prune), expected) << one.name << ", seed " << seed;
    }
  }
}

TEST(Search, GoesOnInAnotherJournal) {
  for (const Case& one : journal_cases()) {
    const Result expected = expected_of(one);
    const Subject searched = subject(one.program, one.make, one.prune);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      Rng rng(seed);
      Crowd crowd(searched, {.workers = 3, .longest_lease = 6, .dying = 10, .seed = seed});
      while (crowd.step()) {
        if (rng.below(10) == 0) {
          const std::string before = state_of(crowd.search());
          crowd.move();
          ASSERT_EQ(state_of(crowd.search()), before);
          ASSERT_NO_FATAL_FAILURE(expect_replays(crowd)) << one.name;
        }
      }
      ASSERT_EQ(result_of(crowd, one.prune), expected) << one.name << ", seed " << seed;
      ASSERT_NO_FATAL_FAILURE(expect_replays(crowd));
    }
  }
}

// What is left stands before the state it belongs to: a part of it is never taken for all of it.
TEST(Search, AnotherJournalThatIsCutOffIsGoneOnWithToTheSameEnd) {
  for (const Case& one : journal_cases()) {
    const std::uint64_t expected = expected_of(one).count;
    Crowd crowd(subject(one.program, one.make, one.prune), {.workers = 3, .longest_lease = 4, .seed = 7});
    for (int steps = 0; steps < 60 && crowd.step(); ++steps) {
    }
    crowd.move();
    for (int steps = 0; steps < 10 && crowd.step(); ++steps) {
    }
    const std::size_t records = crowd.journal().records.size();
    ASSERT_GT(records, 2U) << one.name;
    for (std::size_t known = 0; known <= records; ++known) {
      Crowd second(crowd, known, {.workers = 2, .longest_lease = 30, .seed = known});
      second.run();
      ASSERT_EQ(second.search().totals().last()->executions, expected)
          << one.name << ", from " << known << " of " << records;
    }
  }
}

// The order of one worker survives an interruption, also through another journal.
TEST(Search, InterruptedWorkGoesOnInOrder) {
  const Program program = wrong_waiter();
  const MakeStrategy make = context_bound({.bound = 2});
  Crowd whole(subject(program, make), {.longest_lease = 1'000'000});
  whole.run();
  for (const bool moves : {false, true}) {
    Crowd first(subject(program, make), {.longest_lease = 3, .seed = 8});
    for (int steps = 0; steps < 40; ++steps) {
      ASSERT_TRUE(first.step());
    }
    if (moves) {
      first.move();
    }
    Crowd second(first, first.journal().records.size(), {.longest_lease = 5, .seed = 9});
    second.run();
    EXPECT_EQ(steps_of(second.made()), steps_of(whole.made()));
  }
}

// --- What makes no sense. The checksums of the log keep most of it away; what comes through must not crash.

// Whatever was replayed, a search can be asked for everything.
void use(Search& search, KeptJournal& journal) {
  for (int lease = 0; lease < 3; ++lease) {
    const auto given = search.next(2, 2);
    if (!given) {
      break;
    }
    Frontier frontier;
    frontier.begin(given->terms);
    if (read_chunks(given->heads, given->bytes, frontier) && lease == 0) {
      (void)search.give_up_first(given->terms.number);
    }
  }
  (void)state_of(search);
  KeptJournal other;
  if (search.rewrite(other)) {
    std::swap(journal.records, other.records);
    search.moved();
  }
  search.grow({});
  (void)search.next();
}

void damage(KeptJournal::Record& record, Rng& rng) {
  const auto size = static_cast<std::uint32_t>(record.body.size());
  switch (rng.below(6)) {
    case 0:
      record.body.resize(rng.below(size + 1));
      break;
    case 1:
      record.body.resize(size + 1 + rng.below(100), std::byte{0x5a});
      break;
    case 2:
      record.kind = static_cast<SearchRecord>(15 + rng.below(8));
      break;
    case 3:
      record.body.resize(rng.below(400));
      std::ranges::generate(record.body, [&rng] { return static_cast<std::byte>(rng.below(256)); });
      break;
    default:  // counts and sizes are among the first bytes
      for (std::uint32_t flips = 1 + rng.below(4); flips != 0 && size != 0; --flips) {
        record.body[rng.below(rng.below(2) == 0 ? size : std::min(size, 160U))] ^=
            static_cast<std::byte>(1 + rng.below(255));
      }
      break;
  }
}

TEST(Search, RecordsThatMakeNoSenseDoNoHarm) {
  Rng rng(77);
  std::size_t refused = 0;
  for (const Case& one : journal_cases()) {
    Crowd crowd(subject(one.program, one.make, one.prune), {.workers = 3, .longest_lease = 10, .seed = 3});
    for (int steps = 0; steps < 60 && crowd.step(); ++steps) {
      if (steps == 30) {
        crowd.move();
      }
    }
    for (int attempt = 0; attempt < 400; ++attempt) {
      KeptJournal journal;
      journal.records = crowd.journal().records;
      const std::uint32_t hit = rng.below(static_cast<std::uint32_t>(journal.records.size()));
      damage(journal.records[hit], rng);
      KeptReached reached;
      const auto strategy = one.make();
      Search search(*strategy, journal, kUnlimited, one.prune ? &reached : nullptr);
      for (const KeptJournal::Record& record : journal.records) {
        if (!search.replay(record.kind, record.position, record.body)) {
          ++refused;
          if (rng.below(2) == 0) {
            break;
          }
        }
      }
      use(search, journal);
    }
  }
  EXPECT_GT(refused, 1'000U);
}

// A record that is refused has changed nothing: the search goes on as if it had never been written.
TEST(Search, ARefusedRecordChangesNothing) {
  for (const Case& one : journal_cases()) {
    Crowd crowd(subject(one.program, one.make, one.prune), {.workers = 3, .longest_lease = 10, .seed = 3});
    crowd.run();
    KeptJournal journal;
    KeptReached reached;
    const auto strategy = one.make();
    Search search(*strategy, journal, kUnlimited, one.prune ? &reached : nullptr);
    for (const KeptJournal::Record& record : crowd.journal().records) {
      const std::string before = state_of(search);
      const std::map<std::uint64_t, KeptReached::Known> reached_before = reached.entries();
      KeptJournal::Record damaged = record;
      damaged.body.resize(record.body.size() - 1);
      ASSERT_FALSE(search.replay(damaged.kind, damaged.position, damaged.body)) << one.name;
      ASSERT_EQ(state_of(search), before) << one.name;
      ASSERT_EQ(reached.entries(), reached_before) << one.name;
      ASSERT_TRUE(search.replay(record.kind, record.position, record.body)) << one.name;
    }
    EXPECT_EQ(state_of(search), state_of(crowd.search())) << one.name;
  }
}

TEST(Search, ACommitThatMakesNoSenseIsLost) {
  const Program program = lost_update();
  const auto strategy = depth_first()();
  KeptJournal journal;
  Search search(*strategy, journal, kUnlimited);
  const auto lease = search.next();
  ASSERT_TRUE(lease);
  EXPECT_FALSE(search.commit(lease->terms.number + 1, {}));
  const std::vector<ChunkHead> heads{{.key = 0, .weight = 1, .targets = 1, .bytes = 9}};
  EXPECT_FALSE(search.commit(lease->terms.number, {.tally = {}, .reached = {}, .left = heads, .left_bytes = {}}));
  EXPECT_EQ(search.made(), 0U);
  const auto again = search.next();
  ASSERT_TRUE(again);
  EXPECT_EQ(again->bytes, lease->bytes);
  EXPECT_TRUE(
      search.commit(again->terms.number, {.tally = {.executions = 1}, .reached = {}, .left = {}, .left_bytes = {}}));
  EXPECT_FALSE(
      search.commit(again->terms.number, {.tally = {.executions = 1}, .reached = {}, .left = {}, .left_bytes = {}}));
  EXPECT_EQ(search.made(), 1U);
}

TEST(Search, ALostLeaseComesAgainForAsManyExecutionsAsAllowed) {
  const auto strategy = depth_first()();
  KeptJournal journal;
  Search search(*strategy, journal, kUnlimited);
  const auto first = search.next();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->terms.executions, kUnlimited);
  search.lose(first->terms.number, /*by_death=*/true, 3);
  const auto second = search.next();
  ASSERT_TRUE(second);
  EXPECT_EQ(second->bytes, first->bytes);
  EXPECT_EQ(second->terms.executions, 3U);
  EXPECT_EQ(second->deaths, 1U);
  search.lose(second->terms.number, /*by_death=*/false);
  const auto third = search.next();
  ASSERT_TRUE(third);
  EXPECT_EQ(third->terms.executions, kUnlimited);
  EXPECT_EQ(third->deaths, 1U);
  EXPECT_FALSE(search.commit(second->terms.number, {}));  // whoever had it is too late
  EXPECT_EQ(search.left(), 1U);
}

TEST(Search, WhatTheJournalDoesNotGiveIsNoticed) {
  const auto strategy = depth_first()();
  KeptJournal journal;
  Search search(*strategy, journal, kUnlimited);
  const auto lease = search.next();
  ASSERT_TRUE(lease);
  search.lose(lease->terms.number, /*by_death=*/false);
  journal.records.clear();
  EXPECT_FALSE(search.next());
  EXPECT_TRUE(search.failed());
  KeptJournal other;
  EXPECT_FALSE(search.rewrite(other));
}

// --- Giving up.

TEST(Search, WhatIsGivenUpIsMissingWithAllThatFollowsFromItAndNothingElse) {
  for (const Program& program : {independent_writers({3, 2}), wrong_waiter()}) {
    for (const MakeStrategy& make : {depth_first(), context_bound({.bound = 2, .exact = 1}),
                                     context_bound({.order = Order::kCost, .bound = 2, .exact = 1})}) {
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
        EXPECT_EQ(last.given_up, 1U);
        EXPECT_TRUE(last.ended);
        EXPECT_FALSE(last.complete());
        EXPECT_FALSE(crowd.coverage().complete);
        Crowd reader(crowd, crowd.journal().records.size(), {});
        ASSERT_EQ(state_of(reader.search()), state_of(crowd.search()));
      }
    }
  }
}

TEST(Search, OneRandomExecutionIsGivenUpAndNoOther) {
  const Program program = lost_update();
  const MakeStrategy make = random_draws({.seed = 4, .executions = 50});
  Crowd crowd(subject(program, make), {.workers = 2, .longest_lease = 3, .sharing = 50});
  bool gave_up = false;
  for (int steps = 0; crowd.step(); ++steps) {
    gave_up = gave_up || (steps > 20 && crowd.give_up().has_value());
  }
  ASSERT_TRUE(gave_up);
  EXPECT_EQ(crowd.search().totals().last()->executions, 49U);
  EXPECT_EQ(crowd.search().totals().last()->given_up, 1U);
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
  void found(const Discovery& /*discovery*/) override {}

  Diary diary;
  std::vector<Steps> made;  // also beyond the bound
};

// All that follows from targets, each explored on its own.
std::vector<Steps> explore_each(const Program& program, Strategy& strategy, LeaseTerms terms,
                                const std::vector<Target>& targets) {
  ScriptedExecutor executor(program);
  Patience host;
  Detector* const detectors[] = {&host.diary};
  Frontier frontier;
  Explorer explorer(executor, strategy, detectors, frontier, host, {.all = true, .check_repeats = false});
  for (const Target& target : targets) {
    frontier.begin(terms);
    frontier.add(target);
    EXPECT_EQ(explorer.explore(terms), LeaseEnd::kFinished);
    EXPECT_TRUE(frontier.empty());
    EXPECT_EQ(explorer.tally().diverged, 0U);
  }
  return host.made;
}

// Splits until nothing can be, or by chance; the pieces as they stand in the order.
void split_at_random(const Strategy& strategy, Target target, Rng& rng, std::vector<Target>& pieces) {
  Target other;
  const std::uint64_t weight = target.weight;
  if (rng.below(8) == 0 || !strategy.split(target, other, rng.below(2) == 0)) {
    pieces.push_back(target);
    return;
  }
  EXPECT_EQ(target.weight + other.weight, weight);
  split_at_random(strategy, target, rng, pieces);
  split_at_random(strategy, other, rng, pieces);
}

TEST(Search, TargetsCanBeSplitInEveryWay) {
  Rng rng(5);
  const Program program = wrong_waiter();
  std::vector<MakeStrategy> strategies{depth_first(), random_draws({.seed = 1, .executions = 40})};
  for (const heddle::Options& options : all_bounds(1)) {
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
    Detector* const detectors[] = {&host.diary};
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
        split_at_random(*strategy, whole, rng, pieces);
      }
      ASSERT_EQ(explore_each(program, *strategy, terms, pieces), expected) << pieces.size() << " pieces";
    }
  }
}

TEST(Search, RandomNumbersWithoutEndAreSplitToo) {
  const Random strategy({});
  Frontier frontier;
  Random({}).refill(0, {}, frontier);
  Target all;
  Target rest;
  Target none;
  ASSERT_TRUE(frontier.take(all));
  ASSERT_TRUE(strategy.split(all, rest, /*first=*/true));
  EXPECT_EQ(all.weight, 1U);
  EXPECT_FALSE(strategy.split(all, none, false));
  Target more;
  ASSERT_TRUE(strategy.split(rest, more, false));
  EXPECT_GT(rest.weight, 1U);
  EXPECT_TRUE(strategy.split(rest, none, false));
  EXPECT_TRUE(strategy.split(more, none, false));
}

// --- Point sets that grow.

// Every version has a program with one more step a thread; the last is known when it has made so many executions.
class Growing final : public VersionedExecutor {
 public:
  static constexpr std::uint32_t kLast = 2;
  explicit Growing(const std::vector<Program>& programs) : programs_(programs) {}
  Outcome execute(Controller& controller) override {
    ++made_;
    return ScriptedExecutor(programs_[version_]).execute(controller);
  }
  bool grow_points() override { return version_ < kLast && made_ >= 4; }
  void set_points(std::uint32_t version) override {
    made_ = version == version_ ? made_ : 0;
    version_ = version;
  }

 private:
  const std::vector<Program>& programs_;
  std::uint32_t version_ = 0;
  std::uint32_t made_ = 0;
};

TEST(Search, WhatWasMadeWithASmallerPointSetCountsAsBefore) {
  const std::vector<Program> programs{independent_writers({2, 3}), independent_writers({2, 4}),
                                      independent_writers({3, 2})};
  std::uint64_t stale = 0;
  for (const bool prune : {false, true}) {
    const MakeStrategy make = context_bound({.bound = 3, .prune = prune ? 1U : 0U});
    const auto strategy = make();
    const Explored alone = explore(programs.back(), *strategy);
    for (const Habits& habits : all_habits(70'000)) {
      Subject growing{
          .make_strategy = make, .make_executor = [&] { return std::make_unique<Growing>(programs); }, .prune = prune};
      Crowd crowd(growing, habits);
      std::uint64_t before = 0;
      std::uint32_t points = 0;
      while (crowd.step()) {
        if (crowd.search().points() != points) {  // nothing of it counts any more
          points = crowd.search().points();
          EXPECT_EQ(crowd.search().left(), 0U);
          EXPECT_TRUE(crowd.search().totals().rounds.empty());
          EXPECT_GT(crowd.search().totals().before, before);
          EXPECT_EQ(crowd.search().totals().before, crowd.search().made());
          before = crowd.search().totals().before;
        }
        if (habits.seed % 2 == 0 && crowd.search().made() % 16 == 7) {
          crowd.move();
        }
        const Crowd reader(crowd, crowd.journal().records.size(), {});
        ASSERT_EQ(state_of(reader.search()), state_of(crowd.search()));
      }
      const Totals& totals = crowd.search().totals();
      EXPECT_EQ(totals.point_set_growths, Growing::kLast);
      EXPECT_EQ(totals.last()->executions, alone.totals.last()->executions) << label(habits);
      EXPECT_EQ(graphs_of(crowd.last_round()), std::set(alone.graphs.begin(), alone.graphs.end())) << label(habits);
      if (!prune) {
        EXPECT_EQ(sorted(steps_of(crowd.last_round())), sorted(steps_of(alone.rounds.back()))) << label(habits);
        const std::vector<Made> all = crowd.made();
        EXPECT_EQ(totals.before, static_cast<std::uint64_t>(std::ranges::count_if(
                                     all, [](const Made& made) { return made.points != Growing::kLast; })))
            << label(habits);
      }
      stale += crowd.stale_commits();
    }
  }
  EXPECT_GT(stale, 20U);
}

// Only one execution of the first version shows what is shared: the threads take turns, and the second begins.
class GrowingOnce final : public VersionedExecutor {
 public:
  explicit GrowingOnce(const std::vector<Program>& programs) : programs_(programs) {}
  Outcome execute(Controller& controller) override {
    Watcher watcher(controller);
    const Outcome outcome = ScriptedExecutor(programs_[version_]).execute(watcher);
    shows_ = watcher.steps[0].thread.value == 1 &&
             std::ranges::adjacent_find(watcher.steps, {}, &Alternative::thread) == watcher.steps.end();
    return outcome;
  }
  bool grow_points() override { return version_ == 0 && shows_; }
  void set_points(std::uint32_t version) override { version_ = version; }

 private:
  class Watcher final : public Controller {
   public:
    explicit Watcher(Controller& controller) : controller_(controller) {}
    void begin() override { controller_.begin(); }
    std::size_t choose(const ChoicePoint& point) override { return controller_.choose(point); }
    void observe(const Event& event) override {
      if (event.visible) {
        steps.push_back({event.thread, event.variant});
      }
      controller_.observe(event);
    }
    void end(const Outcome& outcome) override { controller_.end(outcome); }
    Steps steps;

   private:
    Controller& controller_;
  };
  const std::vector<Program>& programs_;
  std::uint32_t version_ = 0;
  bool shows_ = false;
};

// An interruption between the commit of the lease that showed it and the growth itself must not lose it: nobody else
// would ever show it again.
TEST(Search, AGrowthThatWasNotWrittenDownComesAgain) {
  const std::vector<Program> programs{independent_writers({2, 3}), independent_writers({2, 4})};
  const Subject growing{.make_strategy = depth_first(),
                        .make_executor = [&] { return std::make_unique<GrowingOnce>(programs); }};
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Crowd crowd(growing, {.workers = 2, .longest_lease = 4, .seed = seed});
    crowd.run();
    ASSERT_EQ(crowd.search().points(), 1U);
    for (std::size_t known = 0; known <= crowd.journal().records.size(); ++known) {
      Crowd second(crowd, known, {.workers = 2, .longest_lease = 4, .seed = seed + known});
      second.run();
      ASSERT_EQ(second.search().points(), 1U) << known;
      ASSERT_EQ(second.search().totals().last()->executions, interleavings({2, 4})) << known;
    }
  }
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
    heddle::Options options{.measure = measures[rng.below(3)],
                            .continuation = rng.below(3) == 0 ? Continuation::kRandom : Continuation::kFair,
                            .order = orders[rng.below(3)],
                            .bound = rng.below(4),
                            .exact = rng.below(2),
                            .prune = rng.below(2)};
    SCOPED_TRACE(label(options) + (options.prune != 0 ? ", pruned" : ""));
    const Case one{.name = "", .program = random.program, .make = context_bound(options), .prune = options.prune != 0};
    const auto strategy = one.make();
    const Explored alone = explore(one.program, *strategy);
    ASSERT_EQ(alone.end, LeaseEnd::kFinished);
    Crowd first(subject(one.program, one.make, one.prune), {.workers = 1 + rng.below(5),
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
    if (one.prune) {
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

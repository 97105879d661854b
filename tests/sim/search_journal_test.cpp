// A search is what its journal says: read again, cut off, damaged, moved, and where the point set grows.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "core/rng.h"
#include "engine/chunks.h"
#include "engine/search.h"
#include "engine/search_records.h"
#include "sim/crowd.h"
#include "sim/executor.h"
#include "sim/exploring.h"
#include "sim/programs.h"
#include "sim/searching.h"
#include "sim/shapes.h"

namespace heddle::sim {
namespace {

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
      {"dfs, pruned", reorder(2), depth_first({.prune = true}), true},
      {"cb", wrong_waiter(), context_bound({.bound = 2})},
      {"cb by cost", independent_writers({3, 2}), context_bound({.order = Order::kCost, .bound = 3})},
      {"cb, rounds that give way", independent_writers({3, 2}), context_bound({.bound = 3}, 60)},
      {"cb, pruned", wrong_waiter(), context_bound({.bound = 3, .prune = true}), true},
      {"random", lost_update(), random_draws(2, 200)},
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

// A record with another beginning.
template <typename Head, typename Change>
KeptJournal::Record forged(KeptJournal::Record record, const Change& change, std::size_t at = 0) {
  Head head{};
  std::memcpy(static_cast<void*>(&head), record.body.data() + at, sizeof head);
  change(head);
  std::memcpy(record.body.data() + at, &head, sizeof head);
  return record;
}

// As somebody would who knows the format: whole, of the right size, and not true.
std::vector<KeptJournal::Record> forgeries_of(const KeptJournal::Record& record) {
  using namespace search_records;
  std::vector<KeptJournal::Record> all;
  const auto add = [&]<typename Head>(auto change, std::type_identity<Head>, std::size_t at = 0) {
    all.push_back(forged<Head>(record, change, at));
  };
  constexpr std::type_identity<RoundHead> kRound;
  constexpr std::type_identity<CommitHead> kCommit;
  constexpr std::type_identity<StateHead> kState;
  constexpr std::type_identity<StateRound> kStateRound;
  constexpr std::type_identity<ChunkHead> kChunk;
  switch (record.kind) {
    case SearchRecord::kRound:
      add([](RoundHead& head) { ++head.round; }, kRound);
      add([](RoundHead& head) { head.ended ^= 1U; }, kRound);
      add([](RoundHead& head) { head.limited ^= 1U; }, kRound);
      add([](RoundHead& head) { head.order = static_cast<Order>(7); }, kRound);
      if (record.body.size() > sizeof(RoundHead)) {
        add([](RoundHead& head) { head.limit = 0; }, kRound);
        add([](ChunkHead& head) { ++head.targets; }, kChunk, sizeof(RoundHead));
        add([](ChunkHead& head) { --head.weight; }, kChunk, sizeof(RoundHead));
      }
      break;
    case SearchRecord::kCommit:
      add([](CommitHead& head) { head.end = 9; }, kCommit);
      add([](CommitHead& head) { head.lease = 0; }, kCommit);
      add([](CommitHead& head) { head.tally.executions = ~std::uint64_t{0} - 5; }, kCommit);
      add([](CommitHead& head) { head.tally.ledger.note(LedgerRow::kGivenUp, std::uint64_t{1} << 60U); }, kCommit);
      add([](CommitHead& head) { ++head.points; }, kCommit);
      break;
    case SearchRecord::kState:
      add([](StateHead& head) { ++head.growths; }, kState);
      add([](StateHead& head) { ++head.round; }, kState);
      add([](StateHead& head) { head.finished ^= 1U; }, kState);
      if (record.body.size() > sizeof(StateHead)) {
        add([](StateRound& round) { round.ended ^= 1U; }, kStateRound, sizeof(StateHead));
      }
      break;
    default:
      break;
  }
  return all;
}

TEST(Search, RecordsThatDoNotAddUpAreRefused) {
  for (const Case& one : journal_cases()) {
    Crowd crowd(subject(one.program, one.make, one.prune), {.workers = 3, .longest_lease = 10, .seed = 3});
    for (int steps = 0; steps < 60 && crowd.step(); ++steps) {
      if (steps == 30) {
        crowd.move();
      }
    }
    KeptJournal journal;
    KeptReached reached;
    const auto strategy = one.make();
    Search search(*strategy, journal, kUnlimited, one.prune ? &reached : nullptr);
    for (const KeptJournal::Record& record : crowd.journal().records) {
      const std::string before = state_of(search);
      for (const KeptJournal::Record& wrong : forgeries_of(record)) {
        ASSERT_FALSE(search.replay(wrong.kind, wrong.position, wrong.body)) << one.name;
        ASSERT_EQ(state_of(search), before) << one.name;
      }
      ASSERT_TRUE(search.replay(record.kind, record.position, record.body)) << one.name;
    }
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
  const auto second = search.next();
  ASSERT_TRUE(second);
  EXPECT_FALSE(search.commit(second->terms.number,
                             {.tally = {.executions = kUnlimited}, .reached = {}, .left = {}, .left_bytes = {}}));
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
    const MakeStrategy make = context_bound({.bound = 3, .prune = prune});
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
    [[nodiscard]] Wants begin() override {
      Wants wants = controller_.begin();
      wants.watch = std::max(wants.watch, Watch::kEvents);
      return wants;
    }
    std::size_t choose(const ChoicePoint& point) override { return controller_.choose(point); }
    void observe(const Event& event) override {
      if (event.visible) {
        steps.push_back({event.thread, event.variant});
      }
      controller_.observe(event);
    }
    void end(const Ended& ended) override { controller_.end(ended); }
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

}  // namespace
}  // namespace heddle::sim

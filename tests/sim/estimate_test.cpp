// How good the estimate of what is left is: programs that are explored to the end, so that the truth is known.
#include "engine/estimate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/rng.h"
#include "engine/chunks.h"
#include "engine/explorer.h"
#include "engine/search.h"
#include "sim/executor.h"
#include "sim/program.h"
#include "sim/programs.h"
#include "sim/shapes.h"
#include "sim/thread.h"
#include "strategies/context_bound.h"

namespace heddle::sim {
namespace {

// So many threads that read, write and lock at random.
Program random_program(std::uint64_t seed) {
  Program program;
  Rng rng(seed);
  std::vector<Variable> variables;
  std::vector<Mutex> mutexes;
  for (const char* number : {"0", "1"}) {
    variables.push_back(program.variable(std::string("variable ") + number));
    mutexes.push_back(program.mutex(std::string("mutex ") + number));
  }
  const std::size_t threads = 2 + rng.below(4);
  for (std::size_t thread = 0; thread < threads; ++thread) {
    std::vector<std::size_t> code;
    const std::size_t length = 1 + rng.below(threads == 2 ? 7 : threads == 3 ? 4 : 2);
    for (std::size_t at = 0; at < length; ++at) {
      code.push_back(rng.below(8));
    }
    program.thread([=](Thread& self) -> Script {
      for (const std::size_t what : code) {
        const std::size_t which = what & 1U;
        if (what < 3) {
          co_await self.write(variables[which], 1);
        } else if (what < 5) {
          co_await self.read(variables[which]);
        } else {
          co_await self.lock(mutexes[which]);
          co_await self.write(variables[which], 2);
          co_await self.unlock(mutexes[which]);
        }
      }
    });
  }
  return program;
}

// One look at an estimate.
struct Look {
  std::uint32_t round;
  std::uint64_t made;
  std::optional<Estimate> estimate;
};

class Nobody final : public Host {
 public:
  bool goes_on(const Tally& /*tally*/, const Frontier& /*frontier*/) override { return true; }
  bool found(const Finding& /*finding*/) override { return true; }
};

class JournalInMemory final : public Journal {
 public:
  std::uint64_t append(SearchRecord /*kind*/, Parts parts) override {
    const std::uint64_t position = bytes_.size();
    for (const auto part : parts) {
      bytes_.insert(bytes_.end(), part.begin(), part.end());
    }
    return position;
  }
  bool read(std::uint64_t position, std::span<std::byte> to) override {
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(position), to.size(), to.begin());
    return true;
  }

 private:
  std::vector<std::byte> bytes_;
};

struct Watched {
  std::vector<Look> looks;
  Totals totals;
};

Watched watch(const Program& program, const TreeOptions& options) {
  ScriptedExecutor executor(program);
  ContextBound strategy(options, kUnlimited);
  JournalInMemory journal;
  Search search(strategy, journal, 4'000);
  Frontier frontier;
  Nobody host;
  Explorer explorer(executor, strategy, {}, frontier, host, {.all = true, .tolerate = false, .check_repeats = false});
  Watched watched;
  while (auto lease = search.next()) {
    const RoundTotals& round = *search.totals().last();
    watched.looks.push_back(
        {.round = static_cast<std::uint32_t>(search.totals().rounds.size() - 1),
         .made = round.made(),
         .estimate = estimate_left(
             search.totals(),
             {.order = options.order, .repeats_below = !options.prune && options.continuation != Continuation::kRandom},
             search.left())});
    lease->terms.executions = std::max<std::uint64_t>(1, round.made() / 50);
    frontier.begin(lease->terms);
    (void)read_chunks(lease->heads, lease->bytes, frontier);
    const LeaseEnd end = explorer.explore(lease->terms);
    std::vector<ChunkHead> heads;
    std::vector<std::byte> bytes;
    write_chunks(frontier, 1, heads, bytes);
    EXPECT_TRUE(search.commit(
        lease->terms.number,
        {.end = end, .varied = false, .tally = explorer.tally(), .reached = {}, .left = heads, .left_bytes = bytes}));
  }
  watched.totals = search.totals();
  return watched;
}

constexpr std::array kShares{0.1, 0.5, 0.9};
constexpr std::uint64_t kWorthwhile = 200;  // rounds with fewer executions are over at once

struct Score {
  int estimates = 0;
  int inside = 0;
  std::vector<double> widths;  // of the whole round

  [[nodiscard]] double share_inside() const { return static_cast<double>(inside) / estimates; }
  [[nodiscard]] double median_width() {
    std::ranges::sort(widths);
    return widths[widths.size() / 2];
  }
};
using Scores = std::array<Score, kShares.size()>;

void judge(const Watched& watched, Scores& scores) {
  for (std::uint32_t number = 0; number < watched.totals.rounds.size(); ++number) {
    const RoundTotals& round = watched.totals.rounds[number];
    if (!round.ended || round.made() < kWorthwhile) {
      continue;
    }
    for (std::size_t share = 0; share < kShares.size(); ++share) {
      const auto made = static_cast<std::uint64_t>(kShares[share] * static_cast<double>(round.made()));
      const auto look =
          std::ranges::find_if(watched.looks, [&](const Look& any) { return any.round == number && any.made >= made; });
      if (look == watched.looks.end() || !look->estimate) {
        continue;
      }
      const std::uint64_t truth = round.made() - look->made;
      const auto [low, high] = *look->estimate;
      ++scores[share].estimates;
      scores[share].inside += low <= truth && truth <= high ? 1 : 0;
      scores[share].widths.push_back(static_cast<double>(high - low) / static_cast<double>(round.made()));
    }
  }
}

Scores judged(const TreeOptions& options) {
  Scores scores;
  for (const Shape shape : {Shape{2, 6}, Shape{3, 3}, Shape{4, 2}, Shape{5, 2}}) {
    judge(watch(independent_writers(shape), options), scores);
  }
  judge(watch(everything(), options), scores);
  judge(watch(wrong_waiter(), options), scores);
  judge(watch(reorder(3), options), scores);
  judge(watch(reorder(4), options), scores);
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    judge(watch(random_program(seed), options), scores);
  }
  return scores;
}

// At 10, 50 and 90 % of a round: how often the truth has to be inside, and how wide it may be.
struct Wanted {
  double inside;
  std::array<double, kShares.size()> width;
};

void expect(Scores scores, const Wanted& wanted) {
  for (std::size_t share = 0; share < kShares.size(); ++share) {
    Score& score = scores[share];
    ASSERT_GT(score.estimates, 10);
    const double width = score.median_width();
    const std::string figures = std::to_string(score.inside) + " of " + std::to_string(score.estimates) +
                                " inside, median width " + std::to_string(width);
    testing::Test::RecordProperty("at_" + std::to_string(static_cast<int>(kShares[share] * 100)), figures);
    EXPECT_GE(score.share_inside(), wanted.inside) << figures << " at " << kShares[share];
    EXPECT_LE(width, wanted.width[share]) << figures << " at " << kShares[share];
  }
}

TEST(Estimate, HoldsForMostRoundsByPreemptions) { expect(judged({}), {.inside = 0.95, .width = {0.7, 0.7, 0.06}}); }

// Nothing is free here, so what the round below has cut is all there is.
TEST(Estimate, IsExactBySwitchesAndDelays) {
  expect(judged({.measure = Measure::kSwitches}), {.inside = 0.97, .width = {0, 0, 0}});
  expect(judged({.measure = Measure::kDelays}), {.inside = 0.97, .width = {0, 0, 0}});
}

TEST(Estimate, HoldsInOrderOfCost) {
  expect(judged({.order = Order::kCost}), {.inside = 0.85, .width = {0.7, 0.7, 0.3}});
}

TEST(Estimate, HoldsMostlyWithRandomContinuations) {
  expect(judged({.continuation = Continuation::kRandom}), {.inside = 0.8, .width = {1, 1, 1}});
}

// No round below: from the levels alone.
TEST(Estimate, OfABoundByItself) {
  Scores scores;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    judge(watch(random_program(seed), {.bound = 2, .exact = true}), scores);
  }
  expect(scores, {.inside = 0.9, .width = {100, 1.5, 0.1}});
}

TEST(Estimate, MeetsTheTruthAtTheEndOfARound) {
  const Watched watched = watch(independent_writers({3, 3}), {});
  int rounds = 0;
  for (std::size_t at = 0; at < watched.looks.size(); ++at) {
    const Look& look = watched.looks[at];
    const bool is_last = at + 1 == watched.looks.size() || watched.looks[at + 1].round != look.round;
    const RoundTotals& round = watched.totals.rounds[look.round];
    if (is_last && round.ended && round.made() >= kWorthwhile) {
      ++rounds;
      const std::uint64_t truth = round.made() - look.made;
      ASSERT_TRUE(look.estimate);
      EXPECT_EQ(look.estimate->low, truth);
      EXPECT_LE(look.estimate->high, truth + round.made() / 100);
    }
  }
  EXPECT_EQ(rounds, 3);  // at most 3, 4 and 5 preemptions
}

TEST(Estimate, NoneWithoutAnythingToGoBy) {
  EXPECT_FALSE(estimate_left({}, {}, 1));
  Totals totals;
  totals.rounds.emplace_back();
  EXPECT_FALSE(estimate_left(totals, {.order = Order::kDepth}, 1));
  EXPECT_FALSE(estimate_left(totals, {}, 1));
}

}  // namespace
}  // namespace heddle::sim

// Where a search cuts executions, with a program that is only lengths: of the first execution, and of all others.
#include "core/limits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "engine/chunks.h"
#include "engine/search.h"

namespace heddle {
namespace {

constexpr std::uint64_t kEndless = kUnlimited;
const LimitRange kGrowing(kSmallestLimits, kLargestLimits);

// `count` executions in one round.
class Several final : public Strategy {
 public:
  explicit Several(std::uint32_t count) : count_(count) {}
  void refill(std::uint32_t round, const Totals& /*totals*/, Frontier& frontier) override {
    frontier.clear(Order::kDepth);
    for (std::uint32_t number = count_; round == 0 && number != 0; --number) {
      Target target;
      target.cost = number - 1;
      frontier.add(target);
    }
  }
  Plan begin(const Target& /*target*/, const LeaseTerms& /*terms*/) override { return {}; }
  Choose choose(const ChoicePoint& /*point*/, const Course& /*course*/, Frontier& /*frontier*/) override { return {}; }
  [[nodiscard]] Coverage coverage(const Totals& /*totals*/) const override { return {}; }

 private:
  std::uint32_t count_;
};

class Records final : public Journal {
 public:
  std::uint64_t append(SearchRecord kind, Parts parts) override {
    const std::uint64_t position = bytes_.size();
    for (const auto part : parts) {
      bytes_.insert(bytes_.end(), part.begin(), part.end());
    }
    records.push_back({.kind = kind, .position = position, .size = bytes_.size() - position});
    return position;
  }
  bool read(std::uint64_t position, std::span<std::byte> to) override {
    std::ranges::copy(body(position, to.size()), to.begin());
    return true;
  }
  [[nodiscard]] std::span<const std::byte> body(std::uint64_t position, std::uint64_t size) const {
    return std::span(bytes_).subspan(position, size);
  }

  struct Record {
    SearchRecord kind;
    std::uint64_t position;
    std::uint64_t size;
  };
  std::vector<Record> records;

 private:
  std::vector<std::byte> bytes_;
};

struct Lengths {
  std::uint64_t first;
  std::uint64_t others;
};

// Makes what a lease allows. False: nothing is left.
bool work(Search& search, const Lengths& lengths, std::vector<std::uint64_t>& limits) {
  const auto lease = search.next();
  if (!lease) {
    return false;
  }
  Frontier frontier;
  frontier.begin(lease->terms);
  EXPECT_TRUE(read_chunks(lease->heads, lease->bytes, frontier));
  Commit commit;
  Target target;
  while (commit.tally.executions < std::min<std::uint64_t>(lease->terms.executions, 100) && frontier.take(target)) {
    const std::uint64_t length = target.cost == 0 ? lengths.first : lengths.others;
    ++commit.tally.executions;
    commit.tally.steps += std::min(length, lease->terms.limits.steps);
    if (length > lease->terms.limits.steps) {
      commit.tally.ledger.note(LedgerRow::kStepLimit);
    }
  }
  std::vector<ChunkHead> heads;
  std::vector<std::byte> bytes;
  write_chunks(frontier, 1, heads, bytes);
  commit.left = heads;
  commit.left_bytes = bytes;
  if (limits.empty() || limits.back() != lease->terms.limits.steps) {
    limits.push_back(lease->terms.limits.steps);
  }
  return search.commit(lease->terms.number, commit);
}

struct Explored {
  std::vector<std::uint64_t> limits;  // of steps, one after the other
  Totals totals;
  std::uint64_t made = 0;
};

Explored explore(std::uint32_t count, const Lengths& lengths, const LimitRange& range = kGrowing) {
  Several strategy(count);
  Records journal;
  Search search(strategy, journal, kUnlimited, nullptr, range);
  Explored explored;
  while (work(search, lengths, explored.limits)) {
  }
  EXPECT_TRUE(search.finished());
  explored.totals = search.totals();
  explored.made = search.made();
  return explored;
}

TEST(Limits, EachIsFourTimesTheOneBeforeAndNoneIsPassed) {
  EXPECT_EQ(kGrowing.at(0), kSmallestLimits);
  EXPECT_EQ(kGrowing.at(1), (ExecutionLimits{.steps = 65'536, .threads = 256}));
  EXPECT_EQ(kGrowing.at(kGrowing.top()), kLargestLimits);
  EXPECT_EQ(kGrowing.at(100), kLargestLimits);
  EXPECT_EQ(LimitRange(kLargestLimits, kLargestLimits).top(), 0U);
  EXPECT_EQ(LimitRange({.steps = 70, .threads = 64}, {.steps = 70, .threads = 4096}).top(), 3U);
}

TEST(Limits, ASmallProgramIsMadeOnce) {
  const Explored small = explore(10, {.first = 100, .others = 900});
  EXPECT_EQ(small.limits, std::vector<std::uint64_t>{16'384});
  EXPECT_EQ(small.totals.last()->executions, 10U);
  EXPECT_EQ(small.made, 10U);
  EXPECT_EQ(small.totals.repeated, 0U);
}

TEST(Limits, AFirstExecutionThatEndsSaysHowLongOthersMayTake) {
  const Explored explored = explore(10, {.first = 10'000, .others = 100'000});
  EXPECT_EQ(explored.limits, (std::vector<std::uint64_t>{16'384, 262'144}));
  EXPECT_EQ(explored.made, 10U) << "nothing has to be made again";
}

TEST(Limits, TheyAreRaisedUntilTheFirstExecutionEnds) {
  const Explored explored = explore(10, {.first = 200'000, .others = 100});
  EXPECT_EQ(explored.limits, (std::vector<std::uint64_t>{16'384, 65'536, 262'144, 1'048'576}));
  EXPECT_EQ(explored.made, 10U) << "to find out is no execution of the search";
  EXPECT_EQ(explored.totals.repeated, 2U);
  EXPECT_FALSE(explored.totals.ledger().breaks());
}

TEST(Limits, WhatIsCutIsMadeAgainWhenNothingElseIsLeft) {
  const Explored explored = explore(10, {.first = 100, .others = 50'000});
  EXPECT_EQ(explored.limits, (std::vector<std::uint64_t>{16'384, 65'536}));
  EXPECT_EQ(explored.totals.last()->executions, 10U);
  EXPECT_EQ(explored.totals.before, 10U);
  EXPECT_TRUE(explored.totals.last()->complete());
}

TEST(Limits, AProgramWithoutAnEndBeginsWithTheSmallestOnesAgain) {
  const Explored explored = explore(2'000, {.first = kEndless, .others = kEndless});
  EXPECT_EQ(explored.limits,
            (std::vector<std::uint64_t>{16'384, 65'536, 262'144, 1'048'576, 16'384, 65'536, 262'144, 1'048'576}));
  EXPECT_EQ(explored.totals.last()->executions, 2'000U);
  EXPECT_EQ(explored.totals.last()->endless(), 2'000U);
  EXPECT_GE(explored.totals.before, 3U * 500) << "so many executions at each, and what is left of a lease";
  EXPECT_LE(explored.totals.before, 3U * 600);
  EXPECT_FALSE(explored.totals.last()->complete());
}

TEST(Limits, FindingOutCanBeBrokenOff) {
  Several strategy(10);
  Records journal;
  Search search(strategy, journal, kUnlimited, nullptr, kGrowing);
  std::vector<std::uint64_t> limits;
  ASSERT_TRUE(work(search, {.first = kEndless, .others = 10}, limits));
  const auto lease = search.next();
  ASSERT_TRUE(lease);
  EXPECT_EQ(lease->terms.limits.steps, 65'536U);
  EXPECT_TRUE(search.stop_probing()) << "what is out counts for nothing";
  EXPECT_FALSE(search.is_probing());
  search.lose(lease->terms.number, /*by_death=*/true);
  while (work(search, {.first = kEndless, .others = 10}, limits)) {
  }
  EXPECT_EQ(limits, (std::vector<std::uint64_t>{16'384, 65'536, 262'144, 1'048'576})) << "upwards from the smallest";
  EXPECT_EQ(search.totals().last()->executions, 10U);
  EXPECT_EQ(search.totals().last()->endless(), 1U);
}

TEST(Limits, FixedOnesStay) {
  const Explored explored =
      explore(10, {.first = kEndless, .others = 10}, {{.steps = 70, .threads = 4}, {.steps = 70, .threads = 4}});
  EXPECT_EQ(explored.limits, std::vector<std::uint64_t>{70});
  EXPECT_EQ(explored.totals.last()->endless(), 1U);
  EXPECT_EQ(explored.totals.repeated, 0U);
}

// Whatever was written down when a search broke off: reading it again gives the same, and it comes to the same end.
TEST(Limits, AreReadAgainFromTheJournal) {
  const Lengths lengths{.first = 30'000, .others = 150'000};
  for (std::size_t kept = 0;; ++kept) {
    Several strategy(300);
    Records journal;
    Search first(strategy, journal, kUnlimited, nullptr, kGrowing);
    std::vector<std::uint64_t> limits;
    while (work(first, lengths, limits)) {
    }
    if (kept >= journal.records.size()) {
      break;
    }
    journal.records.resize(kept);
    Search again(strategy, journal, kUnlimited, nullptr, kGrowing);
    for (std::size_t index = 0; index < kept; ++index) {
      const Records::Record record = journal.records[index];
      ASSERT_TRUE(again.replay(record.kind, record.position, journal.body(record.position, record.size))) << index;
    }
    while (work(again, lengths, limits)) {
    }
    EXPECT_EQ(again.limits(), first.limits()) << kept;
    EXPECT_EQ(again.totals().last()->executions, 300U) << kept;
    EXPECT_TRUE(again.totals().last()->complete()) << kept;
  }
}

}  // namespace
}  // namespace heddle

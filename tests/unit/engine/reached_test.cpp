#include "engine/reached.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "core/rng.h"

namespace heddle {
namespace {

// By the book: the least cost of every hash.
class Model {
 public:
  bool first_time(std::uint64_t hash, std::uint32_t cost) {
    const auto [known, is_new] = costs_.try_emplace(hash, cost);
    const bool is_first = is_new || cost < known->second;
    known->second = std::min(known->second, cost);
    return is_first;
  }
  [[nodiscard]] const std::map<std::uint64_t, std::uint32_t>& costs() const { return costs_; }

 private:
  std::map<std::uint64_t, std::uint32_t> costs_;
};

TEST(Reached, KeepsTheLeastCostOfEverything) {
  Rng rng(1);
  Reached reached(kUnlimited);
  Model model;
  for (int round = 0; round < 20'000; ++round) {
    const std::uint64_t hash = 1 + rng.below(5'000);
    const std::uint32_t cost = rng.below(6);
    ASSERT_EQ(reached.first_time(hash, cost), model.first_time(hash, cost));
  }
  EXPECT_EQ(reached.size(), model.costs().size());
  std::map<std::uint64_t, std::uint32_t> kept;
  reached.for_each([&kept](const ReachedEntry& entry) { kept[entry.hash] = entry.cost; });
  EXPECT_EQ(kept, model.costs());
  reached.clear();
  EXPECT_EQ(reached.size(), 0U);
  EXPECT_TRUE(reached.first_time(model.costs().begin()->first, 9));
}

TEST(Reached, TellsWholeExecutionsApart) {
  Reached reached(kUnlimited);
  EXPECT_TRUE(reached.first_time(7, 0, /*complete=*/true));
  EXPECT_TRUE(reached.first_time(8, 3));
  std::map<std::uint64_t, std::uint32_t> complete;
  reached.for_each([&complete](const ReachedEntry& entry) { complete[entry.hash] = entry.complete; });
  EXPECT_EQ(complete, (std::map<std::uint64_t, std::uint32_t>{{7, 1}, {8, 0}}));
}

TEST(Reached, WithoutAnyRoomEverythingIsNew) {
  Reached reached(100);
  EXPECT_TRUE(reached.first_time(7, 0));
  EXPECT_TRUE(reached.first_time(7, 0));
  EXPECT_EQ(reached.size(), 0U);
}

// The writer's side, as small as it can be.
class Table : public CommittedReached {
 public:
  Table() : Table(std::make_unique<std::vector<std::uint64_t>>(kWords)) {}
  void publish(std::uint32_t level) { level_word() = level; }
  // At the first free place from where it belongs.
  void put(std::uint64_t hash, std::uint32_t cost) {
    std::uint64_t place = mix(hash) & kMask;
    while (table(kFirstLevel)[place].hash != 0) {
      place = (place + 1) & kMask;
    }
    table(kFirstLevel)[place].cost = cost;
    table(kFirstLevel)[place].hash = hash;
  }

 private:
  static constexpr std::uint64_t kMask = (std::uint64_t{1} << kFirstLevel) - 1;
  static constexpr std::size_t kWords = (kHeader + (sizeof(ReachedEntry) << (kFirstLevel + 1))) / sizeof(std::uint64_t);
  explicit Table(std::unique_ptr<std::vector<std::uint64_t>> region)
      : CommittedReached(region->data()), region_(std::move(region)) {}
  std::unique_ptr<std::vector<std::uint64_t>> region_;
};

TEST(CommittedReached, CoversWhatWasReachedAtNoHigherCost) {
  Table table;
  table.put(42, 2);
  EXPECT_FALSE(table.covers(42, 2));  // not yet published
  table.publish(CommittedReached::kFirstLevel);
  EXPECT_TRUE(table.covers(42, 2));
  EXPECT_TRUE(table.covers(42, 3));
  EXPECT_FALSE(table.covers(42, 1));
  EXPECT_FALSE(table.covers(43, 9));
  table.put(1, 0);
  EXPECT_TRUE(table.covers(0, 0));  // 0 is no hash
}

// The region is shared with processes that could write anything into it.
TEST(CommittedReached, BelievesNoLevel) {
  Table table;
  table.put(42, 2);
  for (const std::uint32_t level : {0U, 1U, CommittedReached::kFirstLevel - 1, CommittedReached::kLastLevel + 1, ~0U}) {
    table.publish(level);
    EXPECT_FALSE(table.covers(42, 2)) << level;
  }
}

TEST(CommittedReached, AFullTableHasAnEnd) {
  Table table;
  table.publish(CommittedReached::kFirstLevel);
  for (std::uint64_t hash = 1; hash <= std::uint64_t{1} << CommittedReached::kFirstLevel; ++hash) {
    table.put(hash, 1);
  }
  EXPECT_FALSE(table.covers(1'000'000, 1));
  EXPECT_TRUE(table.covers(4096, 1));
}

}  // namespace
}  // namespace heddle

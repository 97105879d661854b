#include "engine/frontier.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace heddle {
namespace {

Target target(std::uint32_t deviations, std::uint32_t cost, std::uint32_t mark = 0) {
  Target made;
  made.deviations = deviations;
  made.cost = cost;
  made.round = mark;
  for (std::uint32_t step = 0; step < deviations; ++step) {
    made.path.push_back({.point = step, .take = {.thread = {1}, .variant = kProceed}, .check = mark});
  }
  made.set_payload(mark);
  return made;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> drain(Frontier& frontier) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> taken;
  Target next;
  while (frontier.take(next)) {
    taken.emplace_back(next.deviations, next.cost);
  }
  return taken;
}

using Taken = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

TEST(Frontier, GivesBackWhatItWasGiven) {
  Frontier frontier;
  frontier.clear(Order::kDepth);
  Target given = target(3, 2, 77);
  given.points = {5};
  frontier.add(given);
  Target taken;
  ASSERT_TRUE(frontier.take(taken));
  EXPECT_EQ(taken.path, given.path);
  EXPECT_EQ(taken.payload, given.payload);
  EXPECT_EQ(taken.round, 77U);
  EXPECT_EQ(taken.cost, 2U);
  EXPECT_EQ(taken.points.value, 5U);
  EXPECT_FALSE(frontier.take(taken));
}

TEST(Frontier, Orders) {
  for (const auto& [order, wanted] : std::map<Order, Taken>{
           {Order::kDeviations, {{1, 2}, {2, 1}, {3, 0}}},
           {Order::kCost, {{3, 0}, {2, 1}, {1, 2}}},
           {Order::kDepth, {{3, 0}, {1, 2}, {2, 1}}},
       }) {
    Frontier frontier;
    frontier.clear(order);
    frontier.add(target(2, 1));
    frontier.add(target(1, 2));
    frontier.add(target(3, 0));
    EXPECT_EQ(drain(frontier), wanted);
  }
}

TEST(Frontier, CountsWhatIsBeyondTheBound) {
  Frontier frontier;
  frontier.clear(Order::kCost);
  frontier.cut(1);
  frontier.add(target(1, 1));
  frontier.add(target(1, 2));
  frontier.add_cut(5);
  EXPECT_EQ(frontier.cut_count(), 6U);
  EXPECT_EQ(drain(frontier), (Taken{{1, 1}}));
}

TEST(Frontier, HandsOutNothingBeyondItsLimit) {
  Frontier frontier;
  frontier.clear(Order::kCost);
  frontier.limit(10);
  frontier.add(target(1, 1));
  frontier.add(target(1, 1));
  Target taken;
  EXPECT_TRUE(frontier.take(taken));
  frontier.spend(10);
  EXPECT_FALSE(frontier.take(taken));
  EXPECT_FALSE(frontier.empty());
}

TEST(Frontier, ReachedAtNoHigherCost) {
  Frontier frontier;
  frontier.clear(Order::kCost);
  EXPECT_TRUE(frontier.first_time(42, 2));
  EXPECT_FALSE(frontier.first_time(42, 2));
  EXPECT_FALSE(frontier.first_time(42, 3));
  EXPECT_TRUE(frontier.first_time(42, 1));
  EXPECT_FALSE(frontier.first_time(42, 2));
  EXPECT_TRUE(frontier.first_time(0, 0));
  EXPECT_FALSE(frontier.first_time(0, 0));
  frontier.clear(Order::kCost);
  EXPECT_TRUE(frontier.first_time(42, 9));
}

TEST(Reached, WithoutRoomNothingIsForgottenAndNothingAdded) {
  Reached reached(1024 * 16);
  std::uint64_t hash = 1;
  while (reached.size() < 768) {
    EXPECT_TRUE(reached.first_time(hash++, 1));
  }
  EXPECT_TRUE(reached.first_time(hash, 1));
  EXPECT_TRUE(reached.first_time(hash, 1));  // there was no room for it
  EXPECT_FALSE(reached.first_time(5, 1));
}

TEST(Frontier, GoesThroughTheWholeAsItWasAdded) {
  Frontier frontier;
  frontier.clear(Order::kDeviations);
  for (std::uint32_t mark = 0; mark < 5'000; ++mark) {
    frontier.add(target(mark % 3, 0, mark));
  }
  std::vector<std::uint32_t> seen;
  std::uint64_t last = 0;
  frontier.for_each([&](std::uint64_t key, const TargetView& view) {
    EXPECT_GE(key, last);
    last = key;
    EXPECT_EQ(view.path.size(), view.deviations);
    seen.push_back(view.round);
  });
  ASSERT_EQ(seen.size(), 5'000U);
  EXPECT_EQ(seen[0], 0U);
  EXPECT_EQ(seen[1], 3U);
  EXPECT_EQ(seen.back(), 4'997U);
  EXPECT_EQ(frontier.size(), 5'000U);
}

TEST(Frontier, WhatComesBehindTheLastKeyIsNotBegun) {
  Frontier frontier;
  frontier.begin({.bound = ~std::uint32_t{0}, .order = Order::kDeviations, .last_key = std::uint64_t{2} << 32U});
  frontier.add(target(1, 0));
  frontier.add(target(2, 0));
  frontier.add(target(3, 0));
  EXPECT_EQ(drain(frontier), (Taken{{1, 0}, {2, 0}}));
  EXPECT_EQ(frontier.size(), 1U);
}

TEST(Frontier, WhatOthersHaveCommittedIsNotReachedForTheFirstTime) {
  std::vector<std::uint64_t> region(CommittedReached::kHeader / 8 + (3 << CommittedReached::kFirstLevel));
  const CommittedReached committed(region.data());
  Frontier frontier(kUnlimited, &committed);
  frontier.begin({});
  EXPECT_TRUE(frontier.first_time(42, 2));
  frontier.begin({});  // what was not committed belongs to the lease
  EXPECT_TRUE(frontier.first_time(42, 2));
  EXPECT_FALSE(frontier.first_time(42, 2));
}

}  // namespace
}  // namespace heddle

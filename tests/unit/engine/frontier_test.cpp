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
    made.path.push_back({.step = step, .take = {.thread = {1}, .variant = kProceed}, .check = mark});
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

class Disk final : public SpillStore {
 public:
  bool write(std::uint64_t slot, std::span<const std::byte> chunk) override {
    if (chunks.size() == room) {
      return false;
    }
    chunks[slot].assign(chunk.begin(), chunk.end());
    return true;
  }
  bool read(std::uint64_t slot, std::span<std::byte> chunk) override {
    std::ranges::copy(chunks.at(slot), chunk.begin());
    chunks.erase(slot);
    return true;
  }
  std::map<std::uint64_t, std::vector<std::byte>> chunks;
  std::size_t room = 1'000'000;
};

TEST(Frontier, WhatDoesNotFitIntoMemoryComesBackFromDisk) {
  constexpr std::uint32_t kTargets = 50'000;
  for (const Order order : {Order::kDeviations, Order::kCost, Order::kDepth}) {
    Disk disk;
    Frontier small(4 * Frontier::kChunkSize, &disk);
    Frontier large;
    small.clear(order);
    large.clear(order);
    std::vector<std::uint32_t> from_small;
    std::vector<std::uint32_t> from_large;
    Target taken;
    for (std::uint32_t mark = 0; mark < kTargets; ++mark) {
      small.add(target(mark % 7, mark % 3, mark));
      large.add(target(mark % 7, mark % 3, mark));
      if (mark % 5 == 0) {
        ASSERT_TRUE(small.take(taken));
        from_small.push_back(taken.round);
        ASSERT_TRUE(large.take(taken));
        from_large.push_back(taken.round);
      }
    }
    EXPECT_GT(small.spilled_bytes(), 10 * Frontier::kChunkSize);
    while (small.take(taken)) {
      from_small.push_back(taken.round);
      ASSERT_EQ(taken.path, target(taken.round % 7, 0, taken.round).path);
    }
    while (large.take(taken)) {
      from_large.push_back(taken.round);
    }
    EXPECT_EQ(from_small, from_large);
    EXPECT_EQ(from_small.size(), kTargets);
    EXPECT_FALSE(small.failed());
    EXPECT_TRUE(disk.chunks.empty());
  }
}

TEST(Frontier, AFullDiskIsSaid) {
  Disk disk;
  disk.room = 3;
  Frontier frontier(4 * Frontier::kChunkSize, &disk);
  frontier.clear(Order::kDepth);
  for (std::uint32_t mark = 0; mark < 50'000; ++mark) {
    frontier.add(target(3, 0, mark));
  }
  EXPECT_TRUE(frontier.failed());
  Target taken;
  EXPECT_FALSE(frontier.take(taken));
}

}  // namespace
}  // namespace heddle

#include "engine/target_codec.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/rng.h"

namespace heddle {
namespace {

// All sizes of numbers, the largest ones among them.
std::uint64_t draw_number(Rng& rng) {
  const std::uint64_t drawn = rng.next();
  return rng.below(10) == 0 ? ~std::uint64_t{0} : drawn >> rng.below(64);
}

Target draw_target(Rng& rng, const Schedule& neighbour) {
  Target target;
  target.round = static_cast<std::uint32_t>(draw_number(rng));
  target.cost = static_cast<std::uint32_t>(draw_number(rng));
  target.deviations = static_cast<std::uint32_t>(draw_number(rng));
  target.points.value = static_cast<std::uint32_t>(draw_number(rng));
  target.owner = static_cast<std::uint32_t>(draw_number(rng));
  target.first = draw_number(rng);
  target.count = std::max<std::uint64_t>(draw_number(rng), 1);
  const std::size_t common = neighbour.empty() ? 0 : rng.below(static_cast<std::uint32_t>(neighbour.size() + 1));
  target.path.assign(neighbour.begin(), neighbour.begin() + static_cast<std::ptrdiff_t>(common));
  for (std::uint32_t own = rng.below(4); own != 0; --own) {
    target.path.push_back({.point = static_cast<std::uint32_t>(draw_number(rng)),
                           .take = {.thread = {static_cast<std::uint16_t>(draw_number(rng))},
                                    .variant = static_cast<Variant>(draw_number(rng))},
                           .check = static_cast<std::uint32_t>(draw_number(rng)),
                           .prefix = static_cast<std::uint32_t>(draw_number(rng))});
  }
  target.payload.resize(rng.below(3) * rng.below(100));
  for (std::byte& byte : target.payload) {
    byte = static_cast<std::byte>(rng.below(256));
  }
  return target;
}

std::vector<Target> draw_targets(Rng& rng, std::size_t count) {
  std::vector<Target> targets;
  for (std::size_t index = 0; index < count; ++index) {
    targets.push_back(draw_target(rng, index == 0 ? Schedule() : targets.back().path));
  }
  return targets;
}

std::vector<std::byte> encode(std::span<const Target> targets) {
  std::vector<std::byte> bytes;
  TargetEncoder encoder(bytes);
  for (const Target& target : targets) {
    encoder.put(view_of(target));
  }
  return bytes;
}

void expect_equal(const Target& taken, const Target& given) {
  EXPECT_EQ(taken.round, given.round);
  EXPECT_EQ(taken.cost, given.cost);
  EXPECT_EQ(taken.deviations, given.deviations);
  EXPECT_EQ(taken.points.value, given.points.value);
  EXPECT_EQ(taken.owner, given.owner);
  EXPECT_EQ(taken.first, given.first);
  EXPECT_EQ(taken.count, given.count);
  EXPECT_EQ(taken.path, given.path);
  EXPECT_EQ(taken.payload, given.payload);
}

TEST(TargetCodec, GivesBackWhatItWasGiven) {
  Rng rng(1);
  for (std::size_t count = 0; count < 60; ++count) {
    const std::vector<Target> given = draw_targets(rng, count);
    const std::vector<std::byte> bytes = encode(given);
    TargetDecoder decoder(bytes);
    Target taken;
    for (const Target& target : given) {
      ASSERT_TRUE(decoder.take(taken));
      expect_equal(taken, target);
    }
    EXPECT_TRUE(decoder.at_end());
    EXPECT_FALSE(decoder.take(taken));
  }
}

TEST(TargetCodec, ABeginningCanBeReadOnItsOwn) {
  Rng rng(2);
  const std::vector<Target> given = draw_targets(rng, 20);
  std::vector<std::byte> bytes;
  std::vector<std::size_t> starts;
  TargetEncoder encoder(bytes);
  for (const Target& target : given) {
    starts.push_back(bytes.size());
    encoder.begin();
    encoder.put(view_of(target));
  }
  for (std::size_t index = 0; index < given.size(); ++index) {
    TargetDecoder decoder(std::span(bytes).subspan(starts[index]));
    Target taken;
    ASSERT_TRUE(decoder.take(taken));
    expect_equal(taken, given[index]);
  }
}

TEST(TargetCodec, NeighboursShareTheirPaths) {
  Target target;
  for (std::uint32_t step = 0; step < 100; ++step) {
    target.path.push_back({.point = step, .take = {}, .check = 1, .prefix = 1});
  }
  const std::size_t one = encode(std::vector{target}).size();
  EXPECT_LT(encode(std::vector(50, target)).size(), one + 50 * 16);
}

TEST(TargetCodec, WhatIsCutOffIsNotTaken) {
  Rng rng(4);
  const std::vector<Target> given = draw_targets(rng, 8);
  const std::vector<std::byte> bytes = encode(given);
  std::size_t whole = 0;  // cuts between two targets
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    TargetDecoder decoder(std::span(bytes).first(size));
    Target taken;
    std::size_t count = 0;
    while (decoder.take(taken)) {
      ASSERT_LT(count, given.size());
      expect_equal(taken, given[count]);
      ++count;
    }
    EXPECT_LT(count, given.size());
    whole += decoder.at_end() ? 1 : 0;
  }
  EXPECT_EQ(whole, given.size());
}

TEST(TargetCodec, GarbageEnds) {
  Rng rng(5);
  for (int attempt = 0; attempt < 20'000; ++attempt) {
    std::vector<std::byte> bytes(rng.below(200));
    for (std::byte& byte : bytes) {
      // Small numbers go further: counts of deviations that are there.
      byte = static_cast<std::byte>(rng.below(attempt % 2 == 0 ? 256 : 4));
    }
    TargetDecoder decoder(bytes);
    Target taken;
    std::size_t count = 0;
    while (decoder.take(taken)) {
      ++count;
    }
    EXPECT_LE(count, bytes.size());
  }
}

TEST(TargetCodec, NumbersTooLargeForTheirFieldAreRefused) {
  // Nothing in common, one of its own: step, thread 0x10000, ...
  const std::vector<std::byte> thread{std::byte{0}, std::byte{1}, std::byte{0}, std::byte{0x80}, std::byte{0x80},
                                      std::byte{4}, std::byte{0}, std::byte{0}, std::byte{0},    std::byte{0}};
  TargetDecoder first(thread);
  Target taken;
  EXPECT_FALSE(first.take(taken));
  EXPECT_FALSE(first.at_end());
  // A number without an end.
  const std::vector<std::byte> endless(100, std::byte{0xff});
  TargetDecoder second(endless);
  EXPECT_FALSE(second.take(taken));
  // More in common than there was before.
  std::vector<std::byte> common = encode(std::vector(1, Target()));
  common[0] = std::byte{1};
  TargetDecoder third(common);
  EXPECT_FALSE(third.take(taken));
}

}  // namespace
}  // namespace heddle

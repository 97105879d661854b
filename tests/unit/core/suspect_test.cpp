#include "core/suspect.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "core/rng.h"

namespace heddle {
namespace {

AccessDescriptor random_access(Rng& rng) {
  AccessDescriptor access{.thread = ThreadName{rng.next()},
                          .this_thread = rng.below(2) == 0,
                          .site = SiteId{rng.next()},
                          .stack = {},
                          .ordinal = 1 + rng.below(5)};
  for (std::uint32_t frames = rng.below(4); frames > 0; --frames) {
    access.stack.push_back(SiteId{rng.next()});
  }
  return access;
}

Suspect random_suspect(Rng& rng) {
  Suspect suspect{.kind = SuspectKind::kConflict,
                  .rank = static_cast<SuspectRank>(rng.below(kSuspectRankCount)),
                  .accesses = {random_access(rng), random_access(rng)}};
  if (rng.below(3) == 0) {
    suspect.kind = SuspectKind::kLockCycle;
    suspect.accesses.push_back(random_access(rng));
  }
  return suspect;
}

TEST(Suspect, ComesBackFromBytes) {
  Rng rng(1);
  for (int i = 0; i < 1000; ++i) {
    const Suspect one = random_suspect(rng);
    const Suspect other = random_suspect(rng);
    std::vector<std::byte> bytes;
    encode(one, bytes);
    encode(other, bytes);
    std::span<const std::byte> rest = bytes;
    Suspect decoded;
    ASSERT_TRUE(decode(rest, decoded));
    EXPECT_EQ(decoded, one);
    ASSERT_TRUE(decode(rest, decoded));
    EXPECT_EQ(decoded, other);
    EXPECT_TRUE(rest.empty());
    EXPECT_FALSE(decode(rest, decoded));
  }
}

TEST(Suspect, BytesAreThoseOfTheFormat) {
  const AccessDescriptor access{.thread = ThreadName{0x0102},
                                .this_thread = true,
                                .site = SiteId{0x0304},
                                .stack = {SiteId{0x0506}},
                                .ordinal = 7};
  std::vector<std::byte> bytes;
  encode({.kind = SuspectKind::kLockCycle, .rank = SuspectRank::kCreateJoin, .accesses = {access}}, bytes);
  std::vector<std::byte> expected;
  for (const int byte : {1, 4, 1, 0, 2, 1, 0, 0, 0, 0, 0, 0, 1, 4, 3, 0, 0, 0, 0,
                         0, 0, 7, 0, 0, 0, 1, 0, 0, 0, 6, 5, 0, 0, 0, 0, 0, 0}) {
    expected.push_back(static_cast<std::byte>(byte));
  }
  EXPECT_EQ(bytes, expected);
}

TEST(Suspect, DamagedBytesAreNoSuspect) {
  Rng rng(2);
  const Suspect suspect = random_suspect(rng);
  std::vector<std::byte> bytes;
  encode(suspect, bytes);
  Suspect decoded;
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    std::span<const std::byte> part = std::span<const std::byte>(bytes).first(size);
    EXPECT_FALSE(decode(part, decoded)) << size;
  }
  for (const auto& [at, value] : {std::pair(0, 2), std::pair(1, 6), std::pair(2, 3), std::pair(12, 2)}) {
    std::vector<std::byte> changed = bytes;
    changed[static_cast<std::size_t>(at)] = static_cast<std::byte>(value);
    std::span<const std::byte> rest = changed;
    EXPECT_FALSE(decode(rest, decoded)) << at;
  }
  // Whatever they say, no more is read or made than there is.
  for (int i = 0; i < 10'000; ++i) {
    std::vector<std::byte> changed = bytes;
    changed[rng.below(static_cast<std::uint32_t>(bytes.size()))] = static_cast<std::byte>(rng.next());
    std::span<const std::byte> rest = changed;
    (void)decode(rest, decoded);
    EXPECT_LE(rest.size(), changed.size());
  }
}

TEST(Suspect, SignatureIsWhatIsProvoked) {
  Rng rng(3);
  const Suspect suspect = random_suspect(rng);
  Suspect other = suspect;
  std::swap(other.accesses[0], other.accesses[1]);
  other.rank = SuspectRank::kUnknown;
  EXPECT_EQ(signature(other), signature(suspect));
  // Threads count where one is meant.
  other.accesses[0].this_thread = other.accesses[1].this_thread = false;
  const std::uint64_t anybody = signature(other);
  other.accesses[0].thread = ThreadName{1};
  EXPECT_EQ(signature(other), anybody);
  other.accesses[0].this_thread = true;
  const std::uint64_t somebody = signature(other);
  EXPECT_NE(somebody, anybody);
  other.accesses[0].thread = ThreadName{2};
  EXPECT_NE(signature(other), somebody);
  // Everything else does.
  const auto differs = [&suspect](auto&& change) {
    Suspect changed = suspect;
    change(changed.accesses[1]);
    return signature(changed) != signature(suspect);
  };
  EXPECT_TRUE(differs([](AccessDescriptor& access) { ++access.ordinal; }));
  EXPECT_TRUE(differs([](AccessDescriptor& access) { ++access.site.value; }));
  EXPECT_TRUE(differs([](AccessDescriptor& access) { access.stack.push_back(kStackEnd); }));
  // A cycle may begin anywhere, but has a direction.
  Suspect cycle{.kind = SuspectKind::kLockCycle,
                .rank = SuspectRank::kUnknown,
                .accesses = {random_access(rng), random_access(rng), random_access(rng)}};
  const std::uint64_t forward = signature(cycle);
  std::ranges::rotate(cycle.accesses, cycle.accesses.begin() + 1);
  EXPECT_EQ(signature(cycle), forward);
  std::swap(cycle.accesses[0], cycle.accesses[1]);
  EXPECT_NE(signature(cycle), forward);
}

}  // namespace
}  // namespace heddle

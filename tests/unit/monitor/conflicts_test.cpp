#include "monitor/conflicts.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "naive_accesses.h"
#include "scripts.h"

namespace heddle {
namespace {

// Def. 10, byte by byte.
bool conflict(const NaiveAccess& one, const NaiveAccess& other) {
  if (one.thread == other.thread || ((one.event.bits | other.event.bits) & kAccessWrites) == 0 ||
      ((one.event.bits & kAccessAtomic) != 0 && (other.event.bits & kAccessAtomic) != 0)) {
    return false;
  }
  for (std::uint64_t byte = one.event.address; byte < one.event.address + one.event.size; ++byte) {
    if (byte >= other.event.address && byte < other.event.address + other.event.size &&
        one.lives.at(byte / 8) == other.lives.at(byte / 8)) {
      return true;
    }
  }
  return false;
}

// All that two groups do to one word in one of its lives.
struct Meeting {
  std::size_t time = 0;  // of the access with which it becomes one
  std::uint64_t word = 0;
  std::uint32_t life = 0;
  friend auto operator<=>(const Meeting&, const Meeting&) = default;
};
using Ordinals = std::pair<std::uint32_t, std::uint32_t>;
struct NaivePair {
  std::set<Meeting> meetings;
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::set<Ordinals>> there;  // by word and life: what conflicts
  std::set<Ordinals> all;
};
using Pairs = std::map<std::pair<std::uint32_t, std::uint32_t>, NaivePair>;

// Every pair of accesses.
Pairs naive_pairs(const Script& script) {
  Pairs pairs;
  const std::vector<NaiveAccess> accesses = naive_accesses(script);
  // Bytes of a word, and how: the first time that this was done there.
  using Use = std::tuple<std::uint64_t, std::uint32_t, std::uint32_t, std::uint64_t, std::uint64_t, std::uint8_t>;
  std::map<Use, std::size_t> firsts;
  const auto use_of = [](const NaiveAccess& access, std::uint64_t word) {
    const std::uint64_t begin = std::max(access.event.address, word * 8);
    const std::uint64_t end = std::min(access.event.address + access.event.size, word * 8 + 8);
    return Use(word, access.lives.at(word), access.ref.group, begin, end, access.event.bits);
  };
  for (std::size_t index = 0; index < accesses.size(); ++index) {
    for (const auto& [word, life] : accesses[index].lives) {
      firsts.try_emplace(use_of(accesses[index], word), index);
    }
  }
  for (const NaiveAccess& one : accesses) {
    for (const NaiveAccess& other : accesses) {
      if (one.ref.group >= other.ref.group || !conflict(one, other)) {
        continue;
      }
      NaivePair& pair = pairs[{one.ref.group, other.ref.group}];
      const Ordinals ordinals(one.ref.ordinal, other.ref.ordinal);
      pair.all.insert(ordinals);
      for (const auto& [word, life] : one.lives) {
        const std::uint64_t begin = std::max({one.event.address, other.event.address, word * 8});
        const std::uint64_t end =
            std::min({one.event.address + one.event.size, other.event.address + other.event.size, word * 8 + 8});
        if (begin < end && other.lives.at(word) == life) {
          pair.there[{word, life}].insert(ordinals);
          pair.meetings.insert(
              {.time = std::max(firsts[use_of(one, word)], firsts[use_of(other, word)]), .word = word, .life = life});
        }
      }
    }
  }
  return pairs;
}

std::vector<Conflict> ends_of(const Pairs& pairs, std::uint32_t per_pair) {
  std::vector<Conflict> targets;
  for (const auto& [groups, pair] : pairs) {
    const auto at = [&pair](const Meeting& meeting) { return pair.there.at({meeting.word, meeting.life}); };
    // Sets are in order: the earliest of the one, then the earliest of the other that conflicts with it.
    std::set<Ordinals> ends = {*at(*pair.meetings.begin()).begin()};
    if (per_pair > 1) {
      ends.insert(*at(*pair.meetings.rbegin()).rbegin());
    }
    for (const Ordinals& ordinals : ends) {
      targets.push_back({.first = {.group = groups.first, .ordinal = ordinals.first},
                         .second = {.group = groups.second, .ordinal = ordinals.second}});
    }
  }
  return targets;
}

Conflicts conflicts_of(const Script& script, const ConflictOptions& options = {}) {
  const Recorded recorded(script);
  AccessGroups groups;
  return find_conflicts(recorded.reader(), groups, options);
}

TEST(Conflicts, AreThoseOfAllPairs) {
  std::size_t found = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Shape shape{.threads = 2 + static_cast<std::uint32_t>(seed % 4),
                .steps = 150,
                .sites = 8,
                .functions = 2,
                .bytes = seed % 3 == 0 ? 40U : 400U,
                .largest = seed % 5 == 0 ? 40U : 8U,
                .blocks = seed % 2 == 0 ? 0U : 4U};
    if (seed % 10 == 9) {  // across pages, and pages as a whole
      shape.base = 0x10000 - 300;
      shape.bytes = 50'000;
      shape.largest = 20'000;
      shape.steps = 30;
    }
    const Script script = random_script(seed, shape);
    const Pairs pairs = naive_pairs(script);
    for (const std::uint32_t per_pair : {1, 2}) {
      const Conflicts conflicts = conflicts_of(script, {.per_pair = per_pair});
      ASSERT_EQ(conflicts.targets, ends_of(pairs, per_pair)) << "seed " << seed;
      EXPECT_EQ(conflicts.pairs, pairs.size());
      EXPECT_EQ(conflicts.pairs_left_out, 0U);
      // With next to no memory.
      const Conflicts small = conflicts_of(script, {.per_pair = per_pair, .memory = 0});
      ASSERT_EQ(small.targets, conflicts.targets) << "seed " << seed;
      EXPECT_EQ(small.meetings_left_out, conflicts.meetings_left_out);
    }
    found += pairs.size();
  }
  EXPECT_GT(found, 50'000U);
}

TEST(Conflicts, SeveralPassesAreAsGoodAsOne) {
  const Shape shape{.steps = 20'000, .sites = 5, .functions = 1, .bytes = 300'000, .blocks = 0, .returns = 3};
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Script script = random_script(seed, shape);
    const Conflicts once = conflicts_of(script);
    EXPECT_EQ(once.passes, 1U);
    EXPECT_GT(once.targets.size(), 100U);
    const Conflicts often = conflicts_of(script, {.memory = 50'000});
    EXPECT_GT(often.passes, 3U);
    EXPECT_EQ(often.targets, once.targets);
    EXPECT_EQ(often.meetings_left_out, once.meetings_left_out);
    // Also where a single page has too much.
    EXPECT_EQ(conflicts_of(script, {.memory = 0}).targets, once.targets);
  }
}

// The accesses to shared words are kept from all passes, also from those that are made again because what the words are
// put to does not fit into memory.
TEST(Conflicts, SeveralPassesOverFewSharedWordsAreAsGoodAsOne) {
  const Shape shape{.steps = 30'000, .sites = 5, .functions = 1, .bytes = 3'000'000, .blocks = 0, .returns = 3};
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Script script = random_script(seed, shape);
    const Conflicts once = conflicts_of(script);
    EXPECT_EQ(once.passes, 1U);
    EXPECT_GT(once.targets.size(), 100U);
    for (const std::size_t memory : {200'000U, 500'000U, 1'000'000U}) {
      const Conflicts often = conflicts_of(script, {.memory = memory});
      EXPECT_GT(often.passes, 2U);
      EXPECT_EQ(often.targets, once.targets);
      EXPECT_EQ(often.meetings_left_out, once.meetings_left_out);
    }
  }
}

TEST(Conflicts, ManyOfOnePairAreConflictsEach) {
  std::size_t more = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Script script = random_script(seed, {.threads = 3, .steps = 300, .sites = 3, .functions = 1, .bytes = 400});
    const Pairs pairs = naive_pairs(script);
    const std::vector<Conflict> ends = ends_of(pairs, 2);
    const Conflicts conflicts = conflicts_of(script, {.per_pair = 5});
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> counts;
    for (const Conflict& target : conflicts.targets) {
      const std::pair groups(target.first.group, target.second.group);
      EXPECT_TRUE(pairs.at(groups).all.contains({target.first.ordinal, target.second.ordinal}));
      EXPECT_LE(++counts[groups], 5U);
    }
    EXPECT_EQ(counts.size(), pairs.size());
    EXPECT_TRUE(std::ranges::all_of(ends, [&conflicts](const Conflict& target) {
      return std::ranges::find(conflicts.targets, target) != conflicts.targets.end();
    }));
    EXPECT_TRUE(std::ranges::adjacent_find(conflicts.targets) == conflicts.targets.end());
    more += conflicts.targets.size() - ends.size();
  }
  EXPECT_GT(more, 100U);
}

TEST(Conflicts, WhatIsLeftOutIsCounted) {
  // Two loops over an array: one pair of groups, a hundred meetings, two of which have a word.
  Scripted made;
  made.create(1);
  for (std::uint64_t i = 0; i < 100; ++i) {
    made.write(10, 0x1000 + 4 * i);
  }
  made.thread(1);
  for (std::uint64_t i = 0; i < 100; ++i) {
    made.read(11, 0x1000 + 4 * i);
  }
  const Conflicts conflicts = conflicts_of(made.script());
  EXPECT_EQ(conflicts.targets,
            (std::vector<Conflict>{{.first = {0, 1}, .second = {1, 1}}, {.first = {0, 100}, .second = {1, 100}}}));
  EXPECT_EQ(conflicts.meetings_left_out, 98U);
  EXPECT_EQ(conflicts.accesses, 200U);
  EXPECT_EQ(conflicts.shared_accesses, 200U);
  EXPECT_EQ(conflicts.pairs, 1U);

  // A hundred sites with one: a hundred pairs of groups, of which ten are wanted.
  Scripted many;
  many.create(1).write(5, 0x1000).thread(1);
  for (std::uint64_t i = 0; i < 100; ++i) {
    many.read(100 + i, 0x1000);
  }
  const Conflicts cut = conflicts_of(many.script(), {.most_pairs = 10});
  EXPECT_EQ(cut.targets.size(), 10U);
  EXPECT_EQ(cut.pairs, 100U);
  EXPECT_EQ(cut.pairs_left_out, 90U);
}

TEST(Conflicts, AtomicsConflictOnlyWithPlainAccesses) {
  const auto count = [](unsigned one, unsigned other) {
    Scripted made;
    made.create(1).access(10, 0x1000, 4, one).thread(1).access(11, 0x1002, 4, other);
    return conflicts_of(made.script()).targets.size();
  };
  EXPECT_EQ(count(kAccessReads, kAccessReads), 0U);
  EXPECT_EQ(count(kAccessReads, kAccessWrites), 1U);
  EXPECT_EQ(count(kAccessWrites, kAccessWrites), 1U);
  EXPECT_EQ(count(kAccessReads | kAccessAtomic, kAccessReads), 0U);
  EXPECT_EQ(count(kAccessReads | kAccessAtomic, kAccessWrites), 1U);
  EXPECT_EQ(count(kAccessReads | kAccessWrites | kAccessAtomic, kAccessReads), 1U);
  EXPECT_EQ(count(kAccessWrites | kAccessAtomic, kAccessWrites | kAccessAtomic), 0U);
}

TEST(Conflicts, RangesThatTouchDoNotOverlap) {
  const auto count = [](std::uint64_t address, std::uint64_t size) {
    Scripted made;
    made.create(1).access(10, 100'000, 50'000, kAccessWrites).thread(1).access(11, address, size, kAccessReads);
    return conflicts_of(made.script()).targets.size();
  };
  EXPECT_EQ(count(99'999, 1), 0U);
  EXPECT_EQ(count(99'999, 2), 1U);
  EXPECT_EQ(count(149'999, 1), 1U);
  EXPECT_EQ(count(150'000, 1), 0U);
  EXPECT_EQ(count(0, 100'000), 0U);
  EXPECT_EQ(count(0, 1'000'000), 1U);
}

TEST(Conflicts, MemoryHasLives) {
  constexpr std::uint64_t kBlock = 0x5000;
  const auto count = [](Scripted made) { return conflicts_of(made.script()).targets.size(); };
  const auto first = Scripted().create(1).allocate(kBlock, 64).write(10, kBlock);
  EXPECT_EQ(count(Scripted(first).thread(1).read(11, kBlock)), 1U);
  EXPECT_EQ(count(Scripted(first).free(kBlock, 64).thread(1).read(11, kBlock)), 0U);
  EXPECT_EQ(count(Scripted(first).allocate(kBlock, 64).thread(1).read(11, kBlock)), 0U);
  // Another block, or a part of it.
  EXPECT_EQ(count(Scripted(first).free(kBlock + 64, 64).thread(1).read(11, kBlock)), 1U);
  EXPECT_EQ(count(Scripted(first).free(kBlock, 7).thread(1).read(11, kBlock)), 1U);
  // What came back in a second life is shared in that one.
  EXPECT_EQ(count(Scripted(first).free(kBlock, 64).thread(1).read(11, kBlock).thread(0).write(10, kBlock)), 1U);
  // All of memory.
  EXPECT_EQ(count(Scripted(first).free(0, ~std::uint64_t{0}).thread(1).read(11, kBlock)), 0U);
}

TEST(Conflicts, ManyThreadsAreToldApart) {
  // More than the notes of the first pass have numbers for.
  constexpr std::uint16_t kThreads = 9000;
  Scripted made;
  for (std::uint16_t thread = 1; thread < kThreads; ++thread) {
    made.create(thread);
  }
  for (std::uint16_t thread = 1; thread < kThreads; ++thread) {
    made.thread(thread).write(10, 0x10000 + 16 * std::uint64_t{thread});
  }
  made.thread(kThreads - 1).write(11, 0x10000 + 16 * (kThreads - 2));
  const Conflicts conflicts = conflicts_of(made.script());
  ASSERT_EQ(conflicts.targets.size(), 1U);
}

TEST(Conflicts, StacksBeyondTheLimitAreLeftOut) {
  Scripted made;
  made.create(1);
  for (std::uint64_t i = 0; i < 10; ++i) {
    made.call(10 + i).write(10, 0x1000);
  }
  for (std::uint64_t i = 0; i < 9; ++i) {
    made.leave();
  }
  made.write(20, 0x1000).thread(1).read(11, 0x1000);
  const Recorded recorded(made.script());
  AccessGroups groups(4);  // the empty one, and three more
  const Conflicts conflicts = find_conflicts(recorded.reader(), groups, {});
  EXPECT_EQ(conflicts.unknown_stacks, 7U);
  EXPECT_EQ(conflicts.targets.size(), 4U);
}

}  // namespace
}  // namespace heddle

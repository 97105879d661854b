#include "monitor/ranking.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <vector>

#include "naive_accesses.h"
#include "scripts.h"

namespace heddle {
namespace {

Prediction prediction_of(const Scripted& made, const PredictOptions& options = {}) {
  return predict(Recorded(made.script()).reader(), options);
}

SuspectRank only_rank_of(const Scripted& made) {
  const Prediction prediction = prediction_of(made);
  EXPECT_EQ(prediction.suspects.size(), 1U);
  EXPECT_EQ(prediction.counts[static_cast<std::size_t>(prediction.suspects.front().rank)], 1U);
  return prediction.suspects.front().rank;
}

constexpr std::uint64_t kA = 0x1000;
constexpr std::uint64_t kB = 0x2000;
constexpr std::uint64_t kMutexA = 0x3000;
constexpr std::uint64_t kMutexB = 0x4000;

TEST(Ranking, SaysWhatOrdersTwoAccesses) {
  const auto two = Scripted().create(1).create(2);
  EXPECT_EQ(only_rank_of(Scripted(two).thread(1).write(10, kA).thread(2).write(11, kA)), SuspectRank::kUnordered);
  EXPECT_EQ(only_rank_of(Scripted(two)
                             .thread(1)
                             .lock(kMutexA)
                             .write(10, kA)
                             .unlock(kMutexA)
                             .thread(2)
                             .lock(kMutexA)
                             .write(11, kA)
                             .unlock(kMutexA)),
            SuspectRank::kOrderedLocked);
  EXPECT_EQ(only_rank_of(Scripted(two)
                             .thread(1)
                             .write(10, kA)
                             .lock(kMutexA)
                             .unlock(kMutexA)
                             .thread(2)
                             .lock(kMutexA)
                             .unlock(kMutexA)
                             .write(11, kA)),
            SuspectRank::kOrdered);
  // Different locks, or one that was released before.
  EXPECT_EQ(
      only_rank_of(
          Scripted(two).thread(1).lock(kMutexA).write(10, kA).unlock(kMutexA).thread(2).lock(kMutexB).write(11, kA)),
      SuspectRank::kUnordered);
  EXPECT_EQ(
      only_rank_of(
          Scripted(two).thread(1).lock(kMutexA).unlock(kMutexA).write(10, kA).thread(2).lock(kMutexA).write(11, kA)),
      SuspectRank::kUnordered);
  // Sharing a lock excludes nobody.
  EXPECT_EQ(only_rank_of(Scripted(two)
                             .thread(1)
                             .sync(SyncKind::kLockShared, kMutexA)
                             .write(10, kA)
                             .sync(SyncKind::kUnlockShared, kMutexA)
                             .thread(2)
                             .sync(SyncKind::kLockShared, kMutexA)
                             .write(11, kA)),
            SuspectRank::kUnordered);
  EXPECT_EQ(only_rank_of(Scripted(two)
                             .thread(1)
                             .sync(SyncKind::kLockShared, kMutexA)
                             .read(10, kA)
                             .sync(SyncKind::kUnlockShared, kMutexA)
                             .thread(2)
                             .lock(kMutexA)
                             .write(11, kA)),
            SuspectRank::kOrderedLocked);
  // Held twice at once: a trace that is not what a program can do.
  EXPECT_EQ(only_rank_of(Scripted(two).thread(1).lock(kMutexA).write(10, kA).thread(2).lock(kMutexA).write(11, kA)),
            SuspectRank::kUnorderedLocked);
  EXPECT_EQ(only_rank_of(Scripted(two)
                             .thread(1)
                             .write(10, kA)
                             .sync(SyncKind::kSend, kB)
                             .thread(2)
                             .sync(SyncKind::kReceive, kB)
                             .write(11, kA)),
            SuspectRank::kOrdered);
  EXPECT_EQ(only_rank_of(Scripted(two)
                             .thread(1)
                             .sync(SyncKind::kSend, kB)
                             .write(10, kA)
                             .thread(2)
                             .sync(SyncKind::kReceive, kB)
                             .write(11, kA)),
            SuspectRank::kUnordered);
}

TEST(Ranking, CreatingAndJoiningIsForEver) {
  EXPECT_EQ(only_rank_of(Scripted().write(10, kA).create(1).thread(1).write(11, kA)), SuspectRank::kCreateJoin);
  EXPECT_EQ(only_rank_of(Scripted().create(1).write(10, kA).thread(1).write(11, kA)), SuspectRank::kUnordered);
  EXPECT_EQ(only_rank_of(Scripted().create(1).thread(1).write(11, kA).thread(0).join(1).write(10, kA)),
            SuspectRank::kCreateJoin);
  EXPECT_EQ(only_rank_of(Scripted().create(1).thread(1).write(11, kA).thread(0).write(10, kA).join(1)),
            SuspectRank::kUnordered);
  // Through others: joined, then created.
  EXPECT_EQ(
      only_rank_of(
          Scripted().create(1).thread(1).write(11, kA).thread(0).join(1).create(2).thread(2).create(3).thread(3).read(
              12, kA)),
      SuspectRank::kCreateJoin);
  // With a lock as well it is still that.
  EXPECT_EQ(only_rank_of(
                Scripted().lock(kMutexA).write(10, kA).unlock(kMutexA).create(1).thread(1).lock(kMutexA).write(11, kA)),
            SuspectRank::kCreateJoin);
}

TEST(Ranking, MostPromisingComesFirst) {
  const auto made = Scripted()
                        .write(1, kA)
                        .create(1)
                        .create(2)
                        .thread(1)
                        .lock(kMutexA)
                        .write(2, kA)
                        .unlock(kMutexA)
                        .thread(2)
                        .lock(kMutexA)
                        .write(3, kA)
                        .unlock(kMutexA)
                        .write(4, kB)
                        .thread(1)
                        .write(5, kB);
  const Prediction all = prediction_of(made);
  std::vector<SuspectRank> ranks;
  for (const Suspect& suspect : all.suspects) {
    ranks.push_back(suspect.rank);
  }
  EXPECT_EQ(ranks, (std::vector{SuspectRank::kUnordered, SuspectRank::kOrderedLocked, SuspectRank::kCreateJoin,
                                SuspectRank::kCreateJoin}));
  EXPECT_EQ(all.suspects[0].accesses[0].site, SiteId{4});
  EXPECT_EQ(all.suspects[0].accesses[1].site, SiteId{5});
  EXPECT_EQ(all.counts, (std::array<std::uint64_t, kSuspectRankCount>{1, 0, 0, 1, 2, 0}));
  EXPECT_EQ(all.pruned, 0U);
  EXPECT_EQ(all.conflicts.pairs, 4U);

  const Prediction pruned = prediction_of(made, {.prune_ordered = true});
  EXPECT_EQ(pruned.suspects, std::vector(all.suspects.begin(), all.suspects.begin() + 2));
  EXPECT_EQ(pruned.pruned, 2U);
  EXPECT_EQ(pruned.counts, all.counts);
}

// [WP] Listing 1, as it is recorded when t1 runs before t2: lockset detectors see nothing, and the conflict is there.
TEST(Ranking, Listing1) {
  const Prediction prediction = prediction_of(Scripted()
                                                  .create(1)
                                                  .create(2)
                                                  .thread(1)
                                                  .call(100)
                                                  .lock(kMutexA)
                                                  .write(101, kA)
                                                  .unlock(kMutexA)
                                                  .lock(kMutexB)
                                                  .write(102, kB)
                                                  .unlock(kMutexB)
                                                  .leave()
                                                  .thread(2)
                                                  .call(200)
                                                  .lock(kMutexB)
                                                  .read(201, kB)
                                                  .unlock(kMutexB)
                                                  .lock(kMutexA)
                                                  .write(202, kA)
                                                  .unlock(kMutexA)
                                                  .leave());
  const auto simple = [](std::uint16_t thread, std::uint64_t site) {
    return AccessDescriptor{
        .thread = name_of(thread), .this_thread = false, .site = SiteId{site}, .stack = {}, .ordinal = 1};
  };
  EXPECT_EQ(prediction.suspects, (std::vector<Suspect>{{.kind = SuspectKind::kConflict,
                                                        .rank = SuspectRank::kOrderedLocked,
                                                        .accesses = {simple(1, 101), simple(2, 202)}},
                                                       {.kind = SuspectKind::kConflict,
                                                        .rank = SuspectRank::kOrderedLocked,
                                                        .accesses = {simple(1, 102), simple(2, 201)}}}));
}

// [WP] Listing 2: happens-before detectors see nothing. b and c are atomic, and no conflict.
TEST(Ranking, Listing2) {
  constexpr std::uint64_t kC = 0x2010;
  const Prediction prediction = prediction_of(Scripted()
                                                  .create(1)
                                                  .create(2)
                                                  .thread(1)
                                                  .write(101, kA)
                                                  .access(102, kB, 4, kAccessWrites | kAccessAtomic)
                                                  .thread(2)
                                                  .access(201, kB, 4, kAccessReads | kAccessAtomic)
                                                  .access(202, kC, 4, kAccessReads | kAccessAtomic)
                                                  .write(203, kA));
  ASSERT_EQ(prediction.suspects.size(), 1U);
  EXPECT_EQ(prediction.suspects[0].rank, SuspectRank::kUnordered);
  EXPECT_EQ(prediction.suspects[0].accesses[0].site, SiteId{101});
  EXPECT_EQ(prediction.suspects[0].accesses[1].site, SiteId{203});
}

// Another way to say it: of each step, all steps that happen before it.
class NaiveOrder {
 public:
  NaiveOrder(const Script& script, bool locks_count) : before_(script.size()) {
    std::map<ThreadId, std::size_t> last;  // step of each thread
    std::map<ThreadId, std::size_t> created;
    for (std::size_t step = 0; step < script.size(); ++step) {
      const auto& [thread, event] = script[step];
      const auto after = [&](std::size_t earlier) {
        before_[step].insert(earlier);
        before_[step].insert(before_[earlier].begin(), before_[earlier].end());
      };
      if (last.contains(thread)) {
        after(last[thread]);
      } else if (created.contains(thread)) {
        after(created[thread]);
      }
      if (event.kind == TraceKind::kSync) {
        if (event.sync == SyncKind::kCreate) {
          created[event.other] = step;
        } else if (event.sync == SyncKind::kJoin && last.contains(event.other)) {
          after(last[event.other]);
        } else if (locks_count) {
          for (std::size_t earlier = 0; earlier < step; ++earlier) {
            if (script[earlier].event.kind == TraceKind::kSync && script[earlier].event.address == event.address &&
                orders(script[earlier].event.sync, event.sync)) {
              after(earlier);
            }
          }
        }
      }
      last[thread] = step;
    }
  }
  [[nodiscard]] bool are_ordered(std::size_t earlier, std::size_t later) const {
    return before_[later].contains(earlier);
  }

 private:
  static bool orders(SyncKind earlier, SyncKind later) {
    return (earlier == SyncKind::kSend && later == SyncKind::kReceive) ||
           (earlier == SyncKind::kUnlock && (later == SyncKind::kLock || later == SyncKind::kLockShared)) ||
           (earlier == SyncKind::kUnlockShared && later == SyncKind::kLock);
  }
  std::vector<std::set<std::size_t>> before_;
};

// Threads that lock and unlock as threads can, send, receive, and access few variables.
Script orderly_script(std::uint64_t seed) {
  Rng rng(seed);
  Scripted made;
  std::map<std::uint64_t, int> owner;  // of mutexes: the thread, or -1
  std::map<std::uint64_t, std::set<int>> sharers;
  std::set<int> alive = {0};
  int created = 1;
  for (int step = 0; step < 80; ++step) {
    const int thread = *std::next(alive.begin(), rng.below(static_cast<std::uint32_t>(alive.size())));
    made.thread(static_cast<std::uint16_t>(thread));
    const std::uint64_t mutex = 0x3000 + 16 * rng.below(2);
    owner.try_emplace(mutex, -1);
    switch (rng.below(10)) {
      case 0:
        if (created < 5) {
          alive.insert(created);
          made.create(static_cast<std::uint16_t>(created++));
        }
        break;
      case 1:
        // Whoever is joined does nothing more, and holds nothing.
        if (const int other = static_cast<int>(rng.below(5));
            other != thread && other != 0 && alive.contains(other) &&
            std::ranges::none_of(owner, [&](const auto& entry) { return entry.second == other; }) &&
            std::ranges::none_of(sharers, [&](const auto& entry) { return entry.second.contains(other); })) {
          alive.erase(other);
          made.join(static_cast<std::uint16_t>(other));
        }
        break;
      case 2:
      case 3:
        if (owner[mutex] == -1 && sharers[mutex].empty()) {
          owner[mutex] = thread;
          made.lock(mutex);
        } else if (owner[mutex] == thread) {
          owner[mutex] = -1;
          made.unlock(mutex);
        }
        break;
      case 4:
        if (owner[mutex] == -1 && sharers[mutex].insert(thread).second) {
          made.sync(SyncKind::kLockShared, mutex);
        } else if (sharers[mutex].erase(thread) > 0) {
          made.sync(SyncKind::kUnlockShared, mutex);
        }
        break;
      case 5:
        made.sync(rng.below(2) == 0 ? SyncKind::kSend : SyncKind::kReceive, 0x4000);
        break;
      default:
        made.access(10 + rng.below(6), kA + 4 * rng.below(3), 4, 1 + rng.below(2));
    }
  }
  return made.script();
}

TEST(Ranking, AgreesWithAllStepsBefore) {
  std::array<std::uint64_t, kSuspectRankCount> counts{};
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Script script = orderly_script(seed);
    const Recorded recorded(script);
    AccessGroups groups;
    const Conflicts conflicts = find_conflicts(recorded.reader(), groups, {});
    const Ranking ranking = rank(recorded.reader(), groups, conflicts.targets);
    std::map<AccessRef, std::size_t> steps;
    for (const NaiveAccess& access : naive_accesses(script)) {
      steps[access.ref] = access.step;
    }
    const NaiveOrder all(script, true);
    const NaiveOrder own(script, false);
    // Locks held at a step, and whether for sharing.
    const auto held = [&script](std::size_t step) {
      std::map<std::uint64_t, bool> locks;
      for (std::size_t earlier = 0; earlier < step; ++earlier) {
        const TraceEvent& event = script[earlier].event;
        if (script[earlier].thread == script[step].thread && event.kind == TraceKind::kSync) {
          if (event.sync == SyncKind::kLock || event.sync == SyncKind::kLockShared) {
            locks[event.address] = event.sync == SyncKind::kLockShared;
          } else if (event.sync == SyncKind::kUnlock || event.sync == SyncKind::kUnlockShared) {
            locks.erase(event.address);
          }
        }
      }
      return locks;
    };
    for (std::size_t index = 0; index < conflicts.targets.size(); ++index) {
      const std::size_t one = steps.at(conflicts.targets[index].first);
      const std::size_t other = steps.at(conflicts.targets[index].second);
      const auto [earlier, later] = std::minmax(one, other);
      bool locked = false;
      const std::map<std::uint64_t, bool> theirs = held(later);
      for (const auto& [lock, shared] : held(earlier)) {
        locked = locked || (theirs.contains(lock) && !(shared && theirs.at(lock)));
      }
      SuspectRank expected = locked ? SuspectRank::kUnorderedLocked : SuspectRank::kUnordered;
      if (own.are_ordered(earlier, later)) {
        expected = SuspectRank::kCreateJoin;
      } else if (all.are_ordered(earlier, later)) {
        expected = locked ? SuspectRank::kOrderedLocked : SuspectRank::kOrdered;
      }
      EXPECT_EQ(ranking.ranks[index], expected) << "seed " << seed;
      ++counts[static_cast<std::size_t>(expected)];
    }
  }
  EXPECT_GT(counts[static_cast<std::size_t>(SuspectRank::kUnordered)], 1000U);
  EXPECT_GT(counts[static_cast<std::size_t>(SuspectRank::kOrdered)], 1000U);
  EXPECT_GT(counts[static_cast<std::size_t>(SuspectRank::kOrderedLocked)], 50U);
  EXPECT_GT(counts[static_cast<std::size_t>(SuspectRank::kCreateJoin)], 1000U);
}

}  // namespace
}  // namespace heddle

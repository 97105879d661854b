#include "monitor/ranking.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "core/vector_clock.h"
#include "monitor/descriptors.h"

namespace heddle {

namespace {

// Values that are copied when somebody wants to remember them, and only if they have changed since.
template <typename Value>
class Remembered {
 public:
  [[nodiscard]] Value& change() {
    copy_ = kNone;
    return value_;
  }
  [[nodiscard]] const Value& value() const { return value_; }
  // Index of the copy.
  [[nodiscard]] std::uint32_t remember(std::vector<Value>& copies) {
    if (copy_ == kNone) {
      copy_ = static_cast<std::uint32_t>(copies.size());
      copies.push_back(value_);
    }
    return copy_;
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  Value value_;
  std::uint32_t copy_ = kNone;
};

struct HeldLock {
  std::uint64_t object = 0;
  bool shared = false;
};
using HeldLocks = std::vector<HeldLock>;

// What is known through an object that synchronises.
struct Object {
  VectorClock released;
  VectorClock shared;  // by those who held it together since
  VectorClock sent;
};

constexpr std::uint32_t kNever = ~std::uint32_t{0};

// An access, as it was in the execution. One that a broken trace has lost is not ordered by anything.
struct Standing {
  ThreadId thread;  // index of TraceReader::threads()
  std::uint32_t epoch = kNever;
  std::uint32_t own_epoch = kNever;  // of creating and joining threads alone
  std::uint32_t clock = 0;           // indices of copies
  std::uint32_t own_clock = 0;
  std::uint32_t locks = 0;
};

class Ranker {
 public:
  Ranker(const TraceReader& reader, AccessGroups& groups) : reader_(reader), groups_(groups) {
    const std::vector<TraceThread>& threads = reader.threads();
    threads_.resize(threads.size());
    indices_.resize(threads.empty() ? 0 : threads.back().id.value + std::size_t{1}, kNoThread);
    for (std::size_t index = 0; index < threads.size(); ++index) {
      const ThreadId thread{static_cast<std::uint16_t>(index)};
      indices_[threads[index].id.value] = thread;
      threads_[index].clock.change().set(thread, 1);
      threads_[index].own_clock.change().set(thread, 1);
    }
  }

  Ranking rank(std::span<const Conflict> conflicts) {
    find_standings(conflicts);
    Ranking ranking;
    ranking.ranks.reserve(conflicts.size());
    for (const Conflict& conflict : conflicts) {
      const SuspectRank rank = rank_of(standing_of(conflict.first), standing_of(conflict.second));
      ranking.ranks.push_back(rank);
      ++ranking.counts[static_cast<std::size_t>(rank)];
    }
    return ranking;
  }

 private:
  struct Thread {
    Remembered<VectorClock> clock;
    Remembered<VectorClock> own_clock;  // of creating and joining threads alone
    Remembered<HeldLocks> locks;
  };

  void find_standings(std::span<const Conflict> conflicts) {
    for (const Conflict& conflict : conflicts) {
      wanted_.push_back(conflict.first);
      wanted_.push_back(conflict.second);
    }
    std::ranges::sort(wanted_);
    const auto [rest, end] = std::ranges::unique(wanted_);
    wanted_.erase(rest, end);
    standings_.resize(wanted_.size());
    std::vector<std::uint32_t> next(groups_.size());  // by group: the next that is wanted, if any is
    for (std::size_t index = wanted_.size(); index-- > 0;) {
      next[wanted_[index].group] = static_cast<std::uint32_t>(index);
    }
    TraceWalk walk(reader_, groups_);
    TraceEvent event;
    while (walk.next(event)) {
      if (event.kind == TraceKind::kAccess) {
        std::uint32_t& index = next[walk.access().group];
        if (index < wanted_.size() && wanted_[index] == walk.access()) {
          standings_[index++] = standing(ThreadId{static_cast<std::uint16_t>(walk.thread())});
        }
      } else if (event.kind == TraceKind::kSync) {
        synchronise(ThreadId{static_cast<std::uint16_t>(walk.thread())}, event);
      }
    }
  }

  Standing standing(ThreadId thread) {
    Thread& self = threads_[thread.value];
    return {.thread = thread,
            .epoch = self.clock.value().of(thread),
            .own_epoch = self.own_clock.value().of(thread),
            .clock = self.clock.remember(clocks_),
            .own_clock = self.own_clock.remember(clocks_),
            .locks = self.locks.remember(locks_)};
  }

  [[nodiscard]] const Standing& standing_of(AccessRef access) const {
    return standings_[static_cast<std::size_t>(std::ranges::lower_bound(wanted_, access) - wanted_.begin())];
  }

  // --- What orders threads ---

  void synchronise(ThreadId thread, const TraceEvent& event) {
    Thread& self = threads_[thread.value];
    switch (event.sync) {
      case SyncKind::kLock:
        self.clock.change().join(objects_[event.address].released);
        self.clock.change().join(objects_[event.address].shared);
        self.locks.change().push_back({.object = event.address, .shared = false});
        break;
      case SyncKind::kLockShared:
        self.clock.change().join(objects_[event.address].released);
        self.locks.change().push_back({.object = event.address, .shared = true});
        break;
      case SyncKind::kUnlock:
        objects_[event.address].released = self.clock.value();
        objects_[event.address].shared.clear();
        unlocked(thread, event.address);
        break;
      case SyncKind::kUnlockShared:
        objects_[event.address].shared.join(self.clock.value());
        unlocked(thread, event.address);
        break;
      case SyncKind::kSend:
        objects_[event.address].sent.join(self.clock.value());
        advance(self.clock, thread);
        break;
      case SyncKind::kReceive:
        self.clock.change().join(objects_[event.address].sent);
        break;
      case SyncKind::kDestroy:
        objects_.erase(event.address);
        break;
      case SyncKind::kCreate:
      case SyncKind::kJoin:
        if (event.other.value < indices_.size() && indices_[event.other.value] != kNoThread) {
          const ThreadId other = indices_[event.other.value];
          event.sync == SyncKind::kCreate ? learn(other, thread) : learn(thread, other);
        }
        break;
      default:
        break;
    }
  }

  void unlocked(ThreadId thread, std::uint64_t object) {
    HeldLocks& locks = threads_[thread.value].locks.change();
    const auto held = std::ranges::find(locks, object, &HeldLock::object);
    if (held != locks.end()) {
      locks.erase(held);
    }
    advance(threads_[thread.value].clock, thread);
  }

  // By being created by it, or joining it.
  void learn(ThreadId thread, ThreadId from) {
    Thread& self = threads_[thread.value];
    Thread& other = threads_[from.value];
    self.clock.change().join(other.clock.value());
    self.own_clock.change().join(other.own_clock.value());
    advance(other.clock, from);
    advance(other.own_clock, from);
  }

  static void advance(Remembered<VectorClock>& clock, ThreadId thread) {
    clock.change().set(thread, clock.value().of(thread) + 1);
  }

  // --- Two accesses ---

  [[nodiscard]] SuspectRank rank_of(const Standing& one, const Standing& other) const {
    if (clocks_[one.own_clock].of(other.thread) >= other.own_epoch ||
        clocks_[other.own_clock].of(one.thread) >= one.own_epoch) {
      return SuspectRank::kCreateJoin;
    }
    const bool ordered =
        clocks_[one.clock].of(other.thread) >= other.epoch || clocks_[other.clock].of(one.thread) >= one.epoch;
    const bool locked = std::ranges::any_of(locks_[one.locks], [&](const HeldLock& lock) {
      return std::ranges::any_of(locks_[other.locks], [&](const HeldLock& another) {
        return lock.object == another.object && !(lock.shared && another.shared);
      });
    });
    if (ordered) {
      return locked ? SuspectRank::kOrderedLocked : SuspectRank::kOrdered;
    }
    return locked ? SuspectRank::kUnorderedLocked : SuspectRank::kUnordered;
  }

  const TraceReader& reader_;
  AccessGroups& groups_;
  std::vector<ThreadId> indices_;  // by a thread's number, its index
  std::vector<Thread> threads_;
  std::unordered_map<std::uint64_t, Object> objects_;
  std::vector<AccessRef> wanted_;  // in order
  std::vector<Standing> standings_;
  std::vector<VectorClock> clocks_{1};
  std::vector<HeldLocks> locks_{1};
};

}  // namespace

Ranking rank(const TraceReader& reader, AccessGroups& groups, std::span<const Conflict> conflicts) {
  return Ranker(reader, groups).rank(conflicts);
}

Prediction predict(const TraceReader& reader, const PredictOptions& options) {
  Prediction prediction;
  AccessGroups groups;
  prediction.conflicts = find_conflicts(reader, groups, options.conflicts);
  const std::vector<Conflict> conflicts = std::exchange(prediction.conflicts.targets, {});
  if (conflicts.empty()) {
    return prediction;
  }
  const Ranking ranking = rank(reader, groups, conflicts);
  prediction.counts = ranking.counts;
  Descriptors descriptors(reader, groups);
  // By rank, and within it in order.
  for (int number = 0; number < kSuspectRankCount; ++number) {
    const auto rank = static_cast<SuspectRank>(number);
    if (options.prune_ordered && rank == SuspectRank::kCreateJoin) {
      prediction.pruned = ranking.counts[static_cast<std::size_t>(number)];
      continue;
    }
    for (std::size_t index = 0; index < conflicts.size(); ++index) {
      if (ranking.ranks[index] == rank) {
        prediction.suspects.push_back(
            {.kind = SuspectKind::kConflict,
             .rank = rank,
             .accesses = {descriptors.of(conflicts[index].first), descriptors.of(conflicts[index].second)}});
      }
    }
  }
  return prediction;
}

}  // namespace heddle

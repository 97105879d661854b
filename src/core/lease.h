// What goes between the supervisor of a search and its workers (engine/search.h): leases and commits.
//
// Plain values, for they go through shared memory and into the log on disk. A lease is terms and chunks of targets; a
// commit is a tally, what was newly reached, and chunks of what is left. Only what is committed counts.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/ledger.h"
#include "core/limits.h"
#include "core/order.h"
#include "core/suspect.h"

namespace heddle {

// How a tree of executions goes on, for an estimate of what is left (engine/estimate.h). The children of an execution
// deviate once more.
struct Growth {
  static constexpr std::size_t kLevels = 32;  // the last one stands for all behind it
  struct Level {
    std::uint64_t executions = 0;
    std::uint64_t children = 0;  // within the bound
    friend bool operator==(const Level&, const Level&) = default;
  };

  std::uint64_t next = 0;               // children that cost one more than the bound
  std::uint64_t spent = 0;              // executions whose deviations cost all of the bound
  std::uint64_t spent_children = 0;     // ... their children: without a cost
  std::array<Level, kLevels> levels{};  // by deviations

  [[nodiscard]] Level& level(std::size_t deviations) { return levels[std::min(deviations, kLevels - 1)]; }
  Growth& operator+=(const Growth& other);
  friend bool operator==(const Growth&, const Growth&) = default;
};

inline Growth& Growth::operator+=(const Growth& other) {
  next += other.next;
  spent += other.spent;
  spent_children += other.spent_children;
  for (std::size_t index = 0; index < kLevels; ++index) {
    levels[index].executions += other.levels[index].executions;
    levels[index].children += other.levels[index].children;
  }
  return *this;
}

// Of suspects (core/suspect.h) and the executions that were to provoke them.
struct Provocations {
  struct Sort {                // conflicts, or cycles of locks
    std::uint64_t met = 0;     // came true
    std::uint64_t unmet = 0;   // did not, in any attempt
    std::uint64_t pruned = 0;  // were not provoked
    friend bool operator==(const Sort&, const Sort&) = default;
  };
  std::array<std::uint64_t, kSuspectRankCount> conflicts{};  // by rank; those that are done with
  std::uint64_t cycles = 0;                                  // likewise
  std::uint64_t open = 0;  // suspects that are not. Less than 0 where those of another lease were done with
  std::array<Sort, kSuspectKindCount> sorts{};
  // Of each cycle that hints tell of. Those that come when all places are taken are in the sums alone.
  static constexpr std::size_t kMostCycles = 32;
  struct Cycle {
    std::uint32_t key = 0;  // cycle_key() (core/suspect.h); 0: nobody's place
    std::uint32_t met = 0;  // that many suspects closed ...
    std::uint32_t unmet = 0;
    std::uint32_t open = 0;  // as above
    friend bool operator==(const Cycle&, const Cycle&) = default;
  };
  std::array<Cycle, kMostCycles> each_cycle{};
  std::uint64_t attempts = 0;
  std::uint64_t impatient = 0;  // that ended though other threads could have gone on
  // Of descriptors, where that is measured: under the same schedule, and under others.
  std::array<std::uint64_t, 2> sought{};
  std::array<std::uint64_t, 2> found{};
  TraceSize trace;               // of the execution with the most accesses
  std::uint64_t incomplete = 0;  // executions whose traces lack the end

  [[nodiscard]] std::uint64_t suspects() const {
    std::uint64_t sum = cycles + open;
    for (const std::uint64_t count : conflicts) {
      sum += count;
    }
    return sum;
  }
  // nullptr: there is no place for it.
  [[nodiscard]] Cycle* cycle(std::uint32_t key) {
    for (Cycle& one : each_cycle) {
      if (one.key == 0 || one.key == key) {
        one.key = key;
        return &one;
      }
    }
    return nullptr;
  }
  Provocations& operator+=(const Provocations& other);
  friend bool operator==(const Provocations&, const Provocations&) = default;
};

inline Provocations& Provocations::operator+=(const Provocations& other) {
  for (std::size_t rank = 0; rank < conflicts.size(); ++rank) {
    conflicts[rank] += other.conflicts[rank];
  }
  cycles += other.cycles;
  open += other.open;
  for (std::size_t kind = 0; kind < sorts.size(); ++kind) {
    sorts[kind].met += other.sorts[kind].met;
    sorts[kind].unmet += other.sorts[kind].unmet;
    sorts[kind].pruned += other.sorts[kind].pruned;
  }
  for (const Cycle& one : other.each_cycle) {
    if (one.key == 0) {
      break;
    }
    if (Cycle* const mine = cycle(one.key)) {
      mine->met += one.met;
      mine->unmet += one.unmet;
      mine->open += one.open;
    }
  }
  for (std::size_t schedule = 0; schedule < sought.size(); ++schedule) {
    sought[schedule] += other.sought[schedule];
    found[schedule] += other.found[schedule];
  }
  trace = trace.accesses < other.trace.accesses ? other.trace : trace;
  incomplete += other.incomplete;
  attempts += other.attempts;
  impatient += other.impatient;
  return *this;
}

// How large executions are: what samplers want to know beforehand.
struct Profile {
  static constexpr std::size_t kThreads = 32;  // the last one stands for all behind it

  std::uint64_t steps = 0;                          // of the execution with the most
  std::uint32_t points = 0;                         // likewise
  std::uint32_t threads = 0;                        // likewise; those that were to be chosen at a point
  std::array<std::uint32_t, kThreads> points_of{};  // of each thread: points at which it was chosen, likewise

  Profile& operator+=(const Profile& other) {
    steps = std::max(steps, other.steps);
    points = std::max(points, other.points);
    threads = std::max(threads, other.threads);
    for (std::size_t thread = 0; thread < kThreads; ++thread) {
      points_of[thread] = std::max(points_of[thread], other.points_of[thread]);
    }
    return *this;
  }
  friend bool operator==(const Profile&, const Profile&) = default;
};

// What the executions of a lease were.
struct Tally {
  std::uint64_t executions = 0;    // distinct, within the bound
  std::uint64_t beyond_bound = 0;  // made, but outside of it
  std::uint64_t out_of_focus = 0;  // made, but with a preemption outside of the focus: fairness asked for it
  std::uint64_t provoked = 0;      // made for a suspect, whatever the bound
  std::uint64_t pruned = 0;        // given up, or made for nothing: seen elsewhere
  std::uint64_t cut = 0;           // targets beyond the bound, not made
  std::uint64_t repeated = 0;      // made once more: to check, to record
  std::uint64_t steps = 0;
  Ledger ledger{};  // what weakens a claim about them; some rows are counts of executions that are not among the above
  Profile profile{};
  Growth growth{};
  Provocations provocations{};

  // Targets that could not be reached again.
  [[nodiscard]] std::uint64_t diverged() const { return ledger.count(LedgerRow::kDiverged); }
  // Executions that killed their process, without a verdict.
  [[nodiscard]] std::uint64_t given_up() const { return ledger.count(LedgerRow::kGivenUp); }
  // Executions without an end.
  [[nodiscard]] std::uint64_t step_limited() const { return ledger.count(LedgerRow::kStepLimit); }
  [[nodiscard]] std::uint64_t endless() const { return step_limited() + ledger.count(LedgerRow::kThreadLimit); }
  // Without repetitions.
  [[nodiscard]] std::uint64_t made() const {
    return executions + beyond_bound + out_of_focus + provoked + pruned + diverged() + given_up();
  }
  Tally& operator+=(const Tally& other);
  Tally& operator-=(const Tally& other);
  friend bool operator==(const Tally&, const Tally&) = default;
};

inline Tally& Tally::operator+=(const Tally& other) {
  executions += other.executions;
  beyond_bound += other.beyond_bound;
  out_of_focus += other.out_of_focus;
  provoked += other.provoked;
  pruned += other.pruned;
  cut += other.cut;
  ledger += other.ledger;
  repeated += other.repeated;
  steps += other.steps;
  profile += other.profile;
  growth += other.growth;
  provocations += other.provocations;
  return *this;
}

// But for what is no sum.
inline Tally& Tally::operator-=(const Tally& other) {
  executions -= other.executions;
  beyond_bound -= other.beyond_bound;
  out_of_focus -= other.out_of_focus;
  provoked -= other.provoked;
  pruned -= other.pruned;
  cut -= other.cut;
  ledger -= other.ledger;
  repeated -= other.repeated;
  steps -= other.steps;
  return *this;
}

struct LeaseTerms {
  std::uint64_t number = 0;
  std::uint32_t round = 0;
  std::uint32_t bound = 0;
  Order order = Order::kDeviations;
  std::uint32_t points = 0;                // version of the point set
  std::uint64_t last_key = kUnlimited;     // what comes behind it in the order is not begun
  std::uint64_t steps = kUnlimited;        // no execution is begun when so many are spent
  std::uint64_t executions = kUnlimited;   // at most
  std::uint64_t made_before = 0;           // executions committed when it was given
  std::uint32_t bound_below_complete = 0;  // not 0: all with a smaller bound are known
  std::uint32_t record = 0;                // not 0: the schedule is written down as it happens
  ExecutionLimits limits = {};             // where executions are cut
};

// Why a lease ended.
enum class LeaseEnd : std::uint32_t {
  kFinished,          // nothing is left of it, as far as its terms go
  kFound,             // the first finding, and no more were asked for
  kStopped,           // by the host: it is wanted back
  kNondeterministic,  // see Explorer::variation()
  kGrown,             // the point set has grown: what was made with the smaller one does not count
};

// Targets of one place in the order, first to last as they were added; the last one comes first.
struct ChunkHead {
  std::uint64_t key = 0;
  std::uint64_t weight = 0;  // executions they stand for, at least
  std::uint32_t targets = 0;
  std::uint32_t bytes = 0;
};

struct Chunk {
  ChunkHead head;
  std::span<const std::byte> bytes;
};

// A prefix a search has been to, or (`complete`) a whole execution, by hash.
struct ReachedEntry {
  std::uint64_t hash = 0;  // 0: no entry
  std::uint32_t cost = 0;  // the least it was reached at
  std::uint32_t complete = 0;
};

}  // namespace heddle

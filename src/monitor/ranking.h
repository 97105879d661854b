// What the execution that was recorded says about its conflicts, and the suspects it makes of them.
//
// Two accesses are ordered if one happens before the other by locks, by messages (SyncKind::kSend, kReceive) and by
// creating and joining threads; atomics order nothing here, since the trace does not know their memory orders, and what
// they order another schedule often does not ([WP] Listing 2). They have a common lock if both hold it and not both
// share it. Nothing but the order by creating and joining threads alone is a reason to leave a conflict out: there, no
// schedule in which both accesses are reached the same way has them at once.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/suspect.h"
#include "monitor/access_groups.h"
#include "monitor/conflicts.h"
#include "monitor/trace_reader.h"

namespace heddle {

struct Ranking {
  std::vector<SuspectRank> ranks;                         // one for each conflict
  std::array<std::uint64_t, kSuspectRankCount> counts{};  // by rank
};

[[nodiscard]] Ranking rank(const TraceReader& reader, AccessGroups& groups, std::span<const Conflict> conflicts);

struct PredictOptions {
  ConflictOptions conflicts{};
  bool prune_ordered = false;  // leaves out what is ordered by creating and joining threads alone
};

struct Prediction {
  std::vector<Suspect> suspects;  // the most promising first, then as Conflicts::targets has them
  std::array<std::uint64_t, kSuspectRankCount> counts{};  // by rank, those pruned included
  std::uint64_t pruned = 0;
  Conflicts conflicts;  // its counts; the targets are gone
};

// All of it: conflicts, ranks, descriptors.
[[nodiscard]] Prediction predict(const TraceReader& reader, const PredictOptions& options);

}  // namespace heddle

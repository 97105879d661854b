// Which accesses of a trace conflict ([WP] Def. 10): of different threads, to common bytes, one of them writing and one
// not atomic.
//
// Accesses are not compared in pairs. A first pass over the trace notes, of every word of eight bytes, whether several
// threads came there, whether anybody wrote and whether not atomically. A second one looks at those words alone, and at
// which groups of accesses (access_groups.h) meet there; words that are used alike share what is noted (word_sets.h). A
// third one looks at a few words for each pair of groups, and says which accesses those are; it reads the trace again
// only where the second one could not keep all accesses to shared words. Where the second is too much for memory, it is
// made several times, each for a part of the memory.
//
// Memory that is freed or allocated begins a new life; accesses conflict only within one. That takes the order in which
// things happened, which is known: threads ran by turns. A life is one of whole words within the block.
//
// What is kept: of two groups that conflict, `per_pair` targets, each at a word where they met: both did something to
// it, in one life, that conflicts. A meeting is when the second of them does so for the first time. Of the first
// meeting, the first accesses of both to that word; of the last meeting, the last ones; any more are the first ones of
// early meetings. What was left out is counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "monitor/access_groups.h"
#include "monitor/trace_reader.h"

namespace heddle {

struct ConflictOptions {
  std::uint32_t per_pair = 2;                  // at least 1
  std::size_t most_pairs = 200'000;            // of groups
  std::size_t memory = std::size_t{1} << 30U;  // bytes for the second pass; a quarter more for what it keeps
};

struct Conflict {
  AccessRef first;
  AccessRef second;  // its group has the larger number
  friend auto operator<=>(const Conflict&, const Conflict&) = default;
};

struct Conflicts {
  std::vector<Conflict> targets;        // by group of the first, of the second, and ordinals
  std::uint64_t accesses = 0;           // of the trace
  std::uint64_t shared_accesses = 0;    // to memory that the second pass looked at
  std::uint64_t pairs = 0;              // of groups that conflict, those left out included
  std::uint64_t pairs_left_out = 0;     // past most_pairs; some are counted more than once
  std::uint64_t meetings_left_out = 0;  // of pairs that are kept: those without a target
  std::uint64_t unknown_stacks = 0;     // accesses that were left out since there were too many call stacks
  std::uint32_t passes = 0;             // of the second kind
  bool broken = false;                  // the trace could not be read to its end
};

[[nodiscard]] Conflicts find_conflicts(const TraceReader& reader, AccessGroups& groups, const ConflictOptions& options);

}  // namespace heddle

// The bodies of a search's records, and how they are read. For the sources of this folder.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/bytes.h"
#include "core/lease.h"
#include "core/order.h"

namespace heddle::search_records {

// The bodies of records begin with these.
struct RoundHead {
  std::uint32_t round;
  std::uint32_t more;     // not 0: there is a round, and its chunks follow
  std::uint32_t ended;    // of the round before: nothing was left
  std::uint32_t limited;  // ... stopped by the limit
  Order order;
  std::uint32_t bound;
  std::uint64_t limit;
  std::uint64_t chunks;
};

struct CommitHead {
  std::uint64_t lease;
  std::uint32_t end;
  std::uint32_t varied;
  std::uint32_t points;
  std::uint32_t stale;  // of a smaller point set: counts as made before
  Tally tally;
  std::uint64_t consumed;  // places of chunks, which follow
  std::uint64_t reached;   // entries, which follow
  std::uint64_t chunks;    // heads, then their bytes
};

struct Consumed {
  std::uint64_t key;
  std::uint64_t position;
};

// A body, but for the bytes of its chunks.
struct RoundParts {
  RoundHead head;
  std::span<const ChunkHead> chunks;
};

struct CommitParts {
  CommitHead head;
  std::span<const Consumed> consumed;
  std::span<const ReachedEntry> reached;
  std::span<const ChunkHead> chunks;
};

struct StateHead {
  std::uint64_t before;
  std::uint64_t repeated;
  Provocations provoked;
  std::uint64_t next_lease;
  std::uint32_t growths;
  std::uint32_t varied;
  std::uint32_t round;
  std::uint32_t points;
  std::uint32_t in_round;
  std::uint32_t finished;
  Order order;
  std::uint16_t level;
  std::uint16_t probed;
  std::uint64_t rounds;  // which follow
};

struct LimitsHead {
  std::uint32_t level;
  std::uint32_t probed;
  std::uint32_t anew;      // not 0: what was made with other limits does not count
  std::uint32_t is_probe;  // ... and was made to find out about them
};

struct StateRound {
  Tally tally;
  std::uint64_t limit;
  std::uint32_t bound;
  std::uint32_t ended;
  std::uint32_t limited;
  std::uint32_t reserved;
};

// Far beyond what any machine comes to, and far below where sums would overflow.
inline constexpr std::uint64_t kMostOfAnything = std::uint64_t{1} << 48U;

// As anybody may have counted it.
inline bool is_plausible(const Tally& tally) {
  const std::array counts{tally.executions, tally.beyond_bound, tally.out_of_focus, tally.provoked,   tally.pruned,
                          tally.cut,        tally.repeated,     tally.steps,        tally.diverged(), tally.given_up()};
  return std::ranges::all_of(counts, [](std::uint64_t count) { return count < kMostOfAnything; });
}

// Of a round, in steps. With 0 nothing would ever be done, and one round follow the other.
inline bool is_plausible_limit(std::uint64_t limit) {
  return limit == kUnlimited || (limit != 0 && limit < kMostOfAnything);
}

inline std::uint64_t total_bytes(std::span<const std::span<const std::byte>> parts) {
  std::uint64_t sum = 0;
  for (const std::span<const std::byte> part : parts) {
    sum += part.size();
  }
  return sum;
}

inline auto is_at(std::uint64_t position) {
  return [position](const auto& chunk) { return chunk.position == position; };
}

}  // namespace heddle::search_records

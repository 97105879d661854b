// What may go wrong in some execution, as an analysis predicts it: what strategies set out to provoke.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/ids.h"

namespace heddle {

// Where a call stack ends, as a last frame of AccessDescriptor::stack: no function may be called that comes to this one
// through others. [WP] has none, and cannot tell `f` called by nobody from `f` called by `f`.
inline constexpr SiteId kStackEnd{0};

// One access among all of an execution ([WP] Def. 11), by what other executions of the program are likely to share with
// the one it was seen in.
struct AccessDescriptor {
  ThreadName thread;
  bool this_thread = false;   // false: any thread's
  SiteId site;                // of the access
  std::vector<SiteId> stack;  // the innermost calls, the last one first, in the recorder's terms; empty: any
  std::uint32_t ordinal = 1;  // among the accesses of one thread that match the rest, from 1
  friend bool operator==(const AccessDescriptor&, const AccessDescriptor&) = default;
};

// The numbers go into files: append only.
enum class SuspectKind : std::uint8_t {
  kConflict = 0,   // two accesses at once ([WP] Def. 12)
  kLockCycle = 1,  // each waits for a lock that the next one holds; its accesses are where the locks are taken
};

inline constexpr int kSuspectKindCount = static_cast<int>(SuspectKind::kLockCycle) + 1;

// What the execution in which it was seen says of the accesses, the most promising first. The numbers go into files.
enum class SuspectRank : std::uint8_t {
  kUnordered = 0,
  kUnorderedLocked = 1,  // though they hold a common lock: its model, or the trace, is not what the program does
  kOrdered = 2,          // by locks and messages, that another schedule may exchange
  kOrderedLocked = 3,    // and they hold a common lock
  kCreateJoin = 4,       // by creating and joining threads alone, which no schedule changes
  kUnknown = 5,          // predicted without an execution
};
inline constexpr int kSuspectRankCount = static_cast<int>(SuspectRank::kUnknown) + 1;

// What recording an execution took.
struct TraceSize {
  std::uint64_t threads = 0;
  std::uint64_t accesses = 0;
  std::uint64_t calls = 0;
  std::uint64_t bytes = 0;
  std::uint64_t incomplete = 0;  // not 0: the end is missing, for want of memory or disk
  friend bool operator==(const TraceSize&, const TraceSize&) = default;
};

// ... and what it was.
struct RecordedExecution {
  TraceSize size;
  std::uint64_t content = 0;  // equal where every thread does the same, in whatever order they do it
};

struct Suspect {
  SuspectKind kind = SuspectKind::kConflict;
  SuspectRank rank = SuspectRank::kUnknown;
  std::vector<AccessDescriptor> accesses;  // of a conflict two, in either order
  friend bool operator==(const Suspect&, const Suspect&) = default;
};

// Equal for suspects that are provoked in the same way: whatever the rank, the order of a conflict's accesses, the
// first lock of a cycle, and the thread where any will do.
[[nodiscard]] std::uint64_t signature(const Suspect& suspect);

// Of a cycle, by the places where its locks are taken: what a hint at a deadlock and the attempts to get there have in
// common. Never 0. Other threads that take them, and other rounds of loops, make the same cycle.
[[nodiscard]] std::uint32_t cycle_key(std::span<const SiteId> sites);
[[nodiscard]] std::uint32_t cycle_key(const Suspect& cycle);

// As bytes, for targets and files: little-endian, and what one end writes the other reads on any machine.
void encode(const Suspect& suspect, std::vector<std::byte>& to);
// Takes one off the beginning. False: the bytes make no sense; `bytes` and `suspect` are then anything.
[[nodiscard]] bool decode(std::span<const std::byte>& bytes, Suspect& suspect);

}  // namespace heddle

// What a program's threads did in one execution, as the analysis of [WP] 3.2 wants it: every access, call and return,
// and what orders threads. TraceWriter records it, TraceReader gives it back.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/access.h"
#include "core/ids.h"

namespace heddle {

// What an access does: bits of a set.
enum AccessBit : std::uint8_t { kAccessReads = 1, kAccessWrites = 2, kAccessAtomic = 4 };

[[nodiscard]] constexpr std::uint8_t access_bits(AccessKind kind, bool atomic) {
  const unsigned does = kind == AccessKind::kRead     ? kAccessReads
                        : kind == AccessKind::kUpdate ? kAccessReads | kAccessWrites
                                                      : kAccessWrites;
  return static_cast<std::uint8_t>(does | (atomic ? kAccessAtomic : 0U));
}
[[nodiscard]] constexpr bool bits_conflict(std::uint8_t one, std::uint8_t other) {
  return ((one | other) & kAccessWrites) != 0 && (one & other & kAccessAtomic) == 0;
}

enum class TraceKind : std::uint8_t {
  kAccess,    // [WP] Def. 3
  kCall,      // of a function, by whatever site the recorder tells its calls apart
  kReturn,    // from the last one that was called
  kSwitch,    // the thread has its turn: `number` grows by one from turn to turn, over all threads
  kSync,      // synchronisation, and the lives of threads
  kAllocate,  // a block begins to live ...
  kFree,      // ... and ends
};

struct TraceEvent {
  TraceKind kind = TraceKind::kAccess;
  std::uint8_t bits = 0;            // kAccess
  SyncKind sync = SyncKind::kLock;  // kSync
  ThreadId other = kNoThread;       // kSync: the thread that is created or joined
  std::uint32_t place = 0;    // kAccess, kCall: the site's number in this thread, from 1; calls and accesses together
  SiteId site{};              // kAccess, kCall
  std::uint64_t address = 0;  // of the access, the block, the object
  std::uint64_t size = 0;     // kAccess, kAllocate, kFree
  std::uint64_t number = 0;   // kSwitch
  ThreadName name{};          // kSync with kCreate: of the thread that is created
  friend bool operator==(const TraceEvent&, const TraceEvent&) = default;
};

}  // namespace heddle

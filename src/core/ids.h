// Names of threads, sites and objects inside one execution.
#pragma once

#include <compare>
#include <cstdint>

namespace heddle {

// A thread of the target: its number in order of creation in this execution, main being 0. For a given prefix of
// alternatives the number always means the same thread, so schedules use it. Across different schedules it may not:
// comparisons between executions use ThreadName.
struct ThreadId {
  std::uint16_t value = 0;
  friend auto operator<=>(ThreadId, ThreadId) = default;
};
inline constexpr ThreadId kNoThread{0xffff};

// Genealogical identity ([WP] Def. 8): main, and "the k-th thread created by thread p", as a hash of the path.
struct ThreadName {
  std::uint64_t value = 0;
  friend auto operator<=>(ThreadName, ThreadName) = default;
};

// Where in the program an operation stands: the key of an instrumented site, or module and offset of a call of an
// intercepted function, hashed. Never a raw address.
struct SiteId {
  std::uint64_t value = 0;
  friend auto operator<=>(SiteId, SiteId) = default;
};

// A memory cell or synchronisation object: (symbol's module and offset) or (thread, allocation site, ordinal), plus
// offset, hashed. Never a raw address.
struct ObjectId {
  std::uint64_t value = 0;
  friend auto operator<=>(ObjectId, ObjectId) = default;
};

// Version of the set of memory cells whose accesses are visible operations. Version 0 of "all" is final.
struct PointSetVersion {
  std::uint32_t value = 0;
  friend auto operator<=>(PointSetVersion, PointSetVersion) = default;
};

}  // namespace heddle

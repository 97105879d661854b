// A second, independent model of the primitives, for straight-line programs: flat states, a successor relation, and the
// number of paths through it. It shares no code with the machine that it checks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace heddle::sim::reference {

enum class Verb : std::uint8_t {
  kWrite,
  kLock,
  kTryLock,
  kTimedLock,
  kUnlock,
  kWait,  // on condition variable and mutex of the same number, held or not
  kTimedWait,
  kSignal,
  kBroadcast,
  kAcquire,
  kPost,
  kBarrier,  // of two
  kChoose,   // of two
};
inline constexpr std::uint32_t kVerbCount = static_cast<std::uint32_t>(Verb::kChoose) + 1;
inline constexpr std::size_t kObjects = 2;  // of every sort

struct Instruction {
  Verb verb;
  std::uint8_t object;
};
using Code = std::vector<Instruction>;
using Listing = std::vector<Code>;  // one per thread

// Tells apart who wrote last.
[[nodiscard]] constexpr std::int64_t written_value(std::size_t thread, std::size_t position) {
  return static_cast<std::int64_t>(thread * 100 + position + 1);
}

// Number of executions by their end.
struct Tally {
  std::map<std::vector<std::int64_t>, std::uint64_t> passed;  // by final values of the variables
  std::uint64_t deadlocked = 0;
};

[[nodiscard]] Tally count_paths(const Listing& listing, bool spurious_wakeups);

}  // namespace heddle::sim::reference

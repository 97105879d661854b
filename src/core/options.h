// What can be said about an exploration, for all strategies together.
//
// A plain value: it goes through shared memory into the process under test. Its text form is the command line's
// `--name=value`; src/strategies/registry.h says which strategy takes which.
#pragma once

#include <cstdint>

namespace heddle {

// What a bound counts.
enum class Measure : std::uint32_t { kNothing, kSwitches, kPreemptions, kDelays };

// Who goes on where a path says nothing ([CB] 4.3).
enum class Continuation : std::uint32_t {
  kFair,    // the last thread, for at most `slice` steps on end; without an end to the slice: minimum
  kRandom,  // drawn from a hash of seed and prefix, among what stays within the bound
};

enum class Order : std::uint32_t {
  kDeviations,  // fewest deviations first
  kCost,        // lowest cost first, then fewest deviations: CHESS's
  kDepth,       // the last one added first: depth-first search
};

enum class Points : std::uint32_t {
  kAll,     // every access
  kShared,  // those to cells seen to be shared
  kSync,    // none: synchronisation alone
};

// Whether executions that share their beginning are made from where they part (engine/branching.h).
enum class Checkpoints : std::uint32_t { kAuto, kNever, kAlways };

// Detectors beside those that judge how an execution ends, which are always there; files keep these numbers. Here are
// those that others name; the bit of any other one stands in its row (detectors/registry.h).
enum DetectorBit : std::uint32_t {
  kHappensBefore = 1,
  kLockset = 2,
  kLockOrder = 4,
  kHeapUse = 8,
  kLockUse = 16,
  kHybrid = 32,        // with kLockset: what threads and messages order does not count
  kTouchedBytes = 64,  // no detector, and without a name: counts what is accessed, for measurements
  kCaught = 128,
  kMonitor = 256,  // no detector, and without a name: records what strategies want to be analysed
};

inline constexpr std::uint32_t kNoBound = ~std::uint32_t{0};
inline constexpr std::uint32_t kNoSlice = ~std::uint32_t{0};

struct Options {
  Measure measure = Measure::kPreemptions;
  Continuation continuation = Continuation::kFair;
  std::uint32_t slice = 10'000;
  Order order = Order::kDeviations;
  std::uint32_t bound = kNoBound;   // the last one to be explored
  std::uint32_t exact = 0;          // not 0: this bound alone
  std::uint32_t prune = 0;          // not 0: by happens-before
  std::uint32_t prune_ordered = 0;  // not 0: conflicts that creating and joining threads orders are not provoked
  std::uint32_t warmup = 0;         // executions before the exploration
  Points points = Points::kShared;
  char focus[128] = {};           // where alone preemptions may fall, in words; empty: anywhere
  std::uint32_t detectors = 0;    // DetectorBits
  std::uint32_t judges_exit = 1;  // not 0: an exit status other than 0 is a failure
  std::uint32_t all = 0;          // not 0: go on after the first finding
  std::uint64_t after_fault = 0;  // go on for so many executions after the first fault that did not end its execution
  std::uint32_t tolerate = 0;     // not 0: go on with a program that varies
  Checkpoints checkpoints = Checkpoints::kAuto;
  std::uint64_t seed = 1;
  std::uint32_t shard = 0;                         // of random schedules, those whose number leaves this remainder ...
  std::uint32_t shards = 1;                        // ... when divided by this
  std::uint64_t executions = ~std::uint64_t{0};    // at most, repetitions not counted
  std::uint64_t memory = std::uint64_t{1} << 30U;  // bytes of what was reached, and of what the disk does not take
};

}  // namespace heddle

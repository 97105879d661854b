// What can be said about an exploration, whatever the strategy. What one strategy alone takes is a setting
// (core/settings.h).
//
// A plain value: it goes through shared memory into the process under test.
#pragma once

#include <cstdint>

namespace heddle {

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

struct Options {
  std::uint32_t warmup = 0;  // executions before the exploration
  Points points = Points::kShared;
  std::uint32_t detectors = 0;    // DetectorBits
  std::uint32_t judges_exit = 1;  // not 0: an exit status other than 0 is a failure
  std::uint32_t all = 0;          // not 0: go on after the first finding
  std::uint64_t after_fault = 0;  // go on for so many executions after the first fault that did not end its execution
  std::uint32_t tolerate = 0;     // not 0: go on with a program that varies
  Checkpoints checkpoints = Checkpoints::kAuto;
  std::uint64_t executions = ~std::uint64_t{0};    // at most, repetitions not counted
  std::uint64_t memory = std::uint64_t{1} << 30U;  // bytes of what was reached, and of what the disk does not take
};

}  // namespace heddle

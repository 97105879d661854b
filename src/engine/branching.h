// Checkpoints: executions that share a long beginning are made from the place where they part, each in a process of its
// own (Executor::branch), instead of from the start.
//
// The siblings of a range (strategies/tree_search.h) deviate from one execution, the trunk, one behind the other. The
// trunk stops at each, lets a copy of the process make that sibling and hand over what came of it, and goes on; the
// last one it makes itself. And where much happens before the first scheduling point, the process stops there, and
// copies of it make one target after the other. The executions, their order and their numbers are the same as without.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/finding.h"
#include "core/lease.h"
#include "core/options.h"
#include "core/target.h"

namespace heddle {

// What becomes of the next sibling on a trunk.
enum class Way : std::uint8_t {
  kHere,   // to be taken as ever; what is left of the range is another target
  kThere,  // this is the process made for it: to be taken, and the range is somebody else's
  kNext,   // it was made elsewhere: on to the next one
  kStop,   // the trunk is given up: this one and all behind it are left
};

// Found by another process.
struct Elsewhere {
  Finding finding;  // without a schedule
  Target target;    // makes it once more
};

// What a process has to say that was made for an execution, and has possibly made others for more.
struct BranchReport {
  Tally tally;
  std::uint64_t steps = 0;  // of the first
  std::vector<Elsewhere> found;
  std::vector<ChunkHead> heads;  // of targets that are left
  std::vector<std::byte> bytes;
  std::vector<ReachedEntry> reached;
  std::vector<std::byte> noted;  // Executor::noted()
};
[[nodiscard]] std::vector<std::byte> to_bytes(const BranchReport& report);
[[nodiscard]] std::optional<BranchReport> to_report(std::span<const std::byte> bytes);

// When it pays. All times in nanoseconds, by the clock, so there are some among them that other processes made long.
class BranchCosts {
 public:
  explicit BranchCosts(Checkpoints wanted) : wanted_(wanted) {}

  // Would a branch behind so many points cost less than making them once more?
  [[nodiscard]] bool pays(std::uint32_t points) const { return pays_for(step_ * points); }
  // The same for what comes before the first point.
  [[nodiscard]] bool pays_at_first() const { return pays_for(start_); }

  // An execution took so long up to its first point.
  void started(std::uint64_t time) {
    average(start_, static_cast<double>(time));
    process_ -= process_ > kLeast ? process_ / kForgotten : 0;
  }
  // ... and so long for the others.
  void made(std::uint64_t time, std::uint64_t points) {
    if (points != 0) {
      average(step_, static_cast<double>(time) / static_cast<double>(points));
    }
  }
  // One from a checkpoint, of which these points were its own.
  void branched(std::uint64_t time, std::uint64_t points) {
    const double own = step_ * static_cast<double>(points);
    average(process_, static_cast<double>(time) > own ? static_cast<double>(time) - own : 0);
  }

 private:
  // A process also costs what is not measured: pages that are copied when the trunk goes on.
  static constexpr double kMargin = 1.5;
  // Where it did not pay it is tried again after some hundred measurements: it may have been measured at a bad moment.
  static constexpr double kForgotten = 256;
  static constexpr double kLeast = 100'000;  // below that it is not worth trying

  [[nodiscard]] bool pays_for(double saved) const {
    return wanted_ == Checkpoints::kAlways || (wanted_ == Checkpoints::kAuto && saved > kMargin * process_);
  }
  // Follows shorter times at once and longer ones slowly: one that was interrupted changes little.
  static void average(double& value, double sample) {
    if (value == 0) {
      value = sample;
    } else if (sample < value) {
      value = (value + sample) / 2;
    } else {
      value += (std::min(sample, 2 * value) - value) / 8;
    }
  }

  Checkpoints wanted_;
  double start_ = 0;
  double step_ = 0;
  double process_ = 400'000;  // until it is measured
};

}  // namespace heddle

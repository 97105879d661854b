// What was done so far, by round.
#pragma once

#include <cstdint>
#include <vector>

namespace heddle {

struct RoundTotals {
  std::uint32_t bound = 0;         // its strategy's
  std::uint64_t limit = 0;         // of steps, that the strategy gave itself
  std::uint64_t executions = 0;    // distinct, within the bound
  std::uint64_t beyond_bound = 0;  // made, but outside of it
  std::uint64_t out_of_focus = 0;  // made, but with a preemption outside of the focus: fairness asked for it
  std::uint64_t pruned = 0;        // given up: what followed was seen elsewhere
  std::uint64_t cut = 0;           // targets beyond the bound, not made
  std::uint64_t step_limited = 0;  // executions without an end
  std::uint64_t diverged = 0;      // targets that could not be reached again
  bool ended = false;              // nothing was left
  bool limited = false;            // stopped by the limit

  [[nodiscard]] std::uint64_t made() const { return executions + beyond_bound + out_of_focus + pruned + diverged; }
  // Nothing lies beyond the bound.
  [[nodiscard]] bool holds_everything() const { return cut == 0 && beyond_bound == 0; }
  // Every execution within the bound was made.
  [[nodiscard]] bool complete() const { return ended && step_limited == 0 && diverged == 0; }
};

struct Totals {
  std::vector<RoundTotals> rounds;  // with the last point set
  std::uint64_t before = 0;         // executions made with smaller point sets
  std::uint64_t repeated = 0;       // executions made once more: to check, to record
  std::uint32_t point_set_growths = 0;
  bool varied = false;  // the program did not always do the same under the same schedule: nothing is complete

  [[nodiscard]] const RoundTotals* last() const { return rounds.empty() ? nullptr : &rounds.back(); }
  [[nodiscard]] std::uint64_t made() const {
    std::uint64_t sum = before + repeated;
    for (const RoundTotals& round : rounds) {
      sum += round.made();
    }
    return sum;
  }
};

}  // namespace heddle

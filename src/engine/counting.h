// What an execution costs: the measures that bounds are stated in.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/event.h"
#include "engine/seam.h"

namespace heddle {

// A bound is meaningless without its measure, so they are kept side by side and never mixed. Each includes the 1 of
// every timeout and spurious wake-up that is_extra() below.
struct Costs {
  std::uint32_t switches = 0;
  std::uint32_t preemptions = 0;
  std::uint32_t delays = 0;
  friend bool operator==(const Costs&, const Costs&) = default;
};

// Can `thread` do more here than time out or wake spuriously? Only then is leaving it a preemption: a thread parked in
// a timed wait gave the processor up by itself.
[[nodiscard]] bool is_enabled(const ChoicePoint& point, ThreadId thread);

// Does taking this choice cost 1 in every counting? A timeout or spurious wake-up does, unless time passes because
// nothing else can happen.
[[nodiscard]] bool is_extra(const ChoicePoint& point, std::size_t chosen);

// Is `chosen` a switch away from a thread that is enabled and did not just yield, sleep or time out?
[[nodiscard]] bool is_preemption(const ChoicePoint& point, std::size_t chosen);

// Is leaving the last thread a preemption at this point?
[[nodiscard]] inline bool leaving_is_preemption(const ChoicePoint& point) {
  return !point.last_yielded && is_enabled(point, point.last);
}

// The number of enabled threads from the last one (inclusive) to the chosen one (exclusive) in cyclic order of
// creation.
[[nodiscard]] std::uint32_t delays(const ChoicePoint& point, std::size_t chosen);

// Adds up the costs of one execution. Fed with every choice, and with the outcome: a switch forced by blocking happens
// where there is nothing to choose, and only the outcome counts it.
class CostCounter {
 public:
  void choose(const ChoicePoint& point, std::size_t chosen);
  void end(const Outcome& outcome) { costs_.switches += outcome.switches; }

  [[nodiscard]] const Costs& costs() const { return costs_; }

 private:
  Costs costs_;
};

}  // namespace heddle

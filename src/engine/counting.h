// Counts what an execution costs (core/costs.h), choice by choice.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/costs.h"
#include "core/event.h"
#include "engine/seam.h"

namespace heddle {

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

// Calls `visit` with one choice of every enabled thread from the last one (inclusive) to the chosen one (exclusive) in
// cyclic order of creation: those that are delayed.
template <typename Visit>
void for_each_delayed(const ChoicePoint& point, std::size_t chosen, Visit&& visit) {
  const ThreadId target = point.choices[chosen].alternative.thread;
  // At the first point the count starts from the oldest thread.
  const ThreadId from = point.last == kNoThread ? ThreadId{0} : point.last;
  const bool wraps = target < from;
  ThreadId previous = kNoThread;
  for (const Choice& choice : point.choices) {
    const ThreadId thread = choice.alternative.thread;
    if (thread == previous || costs_extra(choice.alternative)) {
      continue;
    }
    previous = thread;
    const bool before_target = thread < target;
    const bool from_last_on = thread >= from;
    if (wraps ? before_target || from_last_on : before_target && from_last_on) {
      visit(choice);
    }
  }
}

// How many they are.
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

// Makes a failing schedule shorter: fewer preemptions, then fewer switches, then fewer deviations.
//
// A deviation is kept as "when thread L has made n steps, take this alternative": when another one is left out, the
// steps of the execution are counted anew but those of a thread mostly are not, so the rest still fits. What no longer
// fits is passed over. Every candidate is executed, and counts only if it shows the same fault.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/finding.h"
#include "core/schedule.h"
#include "engine/counting.h"
#include "engine/seam.h"

namespace heddle {

struct Minimised {
  Schedule schedule;
  Outcome outcome;
  Costs costs;
  Minimality minimality = Minimality::kBudget;
  std::uint64_t runs = 0;
  bool shows_fault = false;  // false: not even the given schedule did
};

// Asked before every execution, with the number of those made: is there time for it? Where there is not, the shortest
// so far is given, with kBudget.
using Leisure = std::function<bool(std::uint64_t made)>;

[[nodiscard]] inline Leisure at_most(std::uint64_t runs) {
  return [runs](std::uint64_t made) { return made < runs; };
}

[[nodiscard]] Minimised minimise(Executor& executor, const Schedule& schedule, OutcomeKind kind, std::uint64_t fault,
                                 const Leisure& leisure);

}  // namespace heddle

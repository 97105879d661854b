// Makes a failing schedule shorter: fewer preemptions, then fewer switches, then fewer deviations.
//
// A deviation is kept as "when thread L has made n steps, take this alternative": when another one is left out, the
// steps of the execution are counted anew but those of a thread mostly are not, so the rest still fits. What no longer
// fits is passed over. Every candidate is executed, and counts only if it shows the same fault.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

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
  std::size_t points = 0;    // size of the point set that the schedule is for
  // The execution showed no more cells to be shared. Otherwise threads may have been switched at accesses that are no
  // points of the schedule, and its costs are not all there is.
  bool settled = true;
};

// Asked before every execution, with the number of those made: is there time for it? Where there is not, the shortest
// so far is given, with kBudget.
using Leisure = std::function<bool(std::uint64_t made)>;

[[nodiscard]] inline Leisure at_most(std::uint64_t runs) {
  return [runs](std::uint64_t made) { return made < runs; };
}

class Reduction {
 public:
  Reduction(Executor& executor, OutcomeKind kind, std::uint64_t fault);
  ~Reduction();
  Reduction(const Reduction&) = delete;
  Reduction& operator=(const Reduction&) = delete;

  // Executes the schedule; from now on it is the one that is made shorter. False: it does not show the fault.
  bool begin(const Schedule& schedule);
  // Goes on where it was. True: no deviation can be left out any more; false: there was no time.
  bool shorten(const Leisure& leisure);
  // The shortest so far. Its `runs` are all executions made.
  [[nodiscard]] const Minimised& best() const;

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

// Both at once.
[[nodiscard]] Minimised minimise(Executor& executor, const Schedule& schedule, OutcomeKind kind, std::uint64_t fault,
                                 const Leisure& leisure);

}  // namespace heddle

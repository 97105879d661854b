// Who runs next: the interface of every method of exploration.
//
// One object per worker and one in the supervisor, each called by one thread at a time. The engine (explorer.h) asks it
// for targets, replays the path of each, and leaves the rest of the execution to it:
//
//   refill(round)                      supervisor, at the start and when all targets are done; none added: finished
//     for each target: begin(target)   worker; a plan for the execution, see plan.h
//       for each scheduling point with two or more alternatives, behind the path:
//         choose(point)                which may add targets
//       end(made)                      likewise
//   coverage(totals)                   supervisor: what was shown
//
// A target stands for `count` executions from its `first` on. begin() is for the first of them; the engine keeps the
// others, unless the plan has a trunk, and halves targets to share them. What an execution cost, and its path, is the
// engine's business too (course.h).
//
// Calls between begin and end may come on the stack of a thread under test: small frames, no exceptions.
#pragma once

#include <cstdint>

#include "core/lease.h"
#include "core/target.h"
#include "engine/claim.h"
#include "engine/course.h"
#include "engine/frontier.h"
#include "engine/plan.h"
#include "engine/totals.h"

namespace heddle {

// What an execution was to its strategy.
enum class Standing : std::uint8_t {
  kWithin,      // one of those it set out to make
  kBeyond,      // it could not be kept within the bound
  kOutOfFocus,  // ... within the focus
  kMissed,      // the sibling that the target stands for is not there: counts as diverged
  kSeen,        // one with the same happens-before was made already
  kProvoked,    // made for a suspect
};

inline constexpr const char* kVaries = "the program does not always do the same under the same schedule: no guarantee";

class Strategy {
 public:
  // What a search has to know of it.
  struct Traits {
    bool keeps_reached = false;          // what was reached counts for later rounds, and for larger point sets
    bool is_numbered = false;            // it has no end of its own: executions count when made with the last point set
    bool shares_reached = false;         // what was reached counts for all workers
    Measure bounds = Measure::kNothing;  // what a round's bound limits; kNothing: rounds have none
    // Where the rounds below were completed, what is found first has the least of what is bounded.
    bool finds_cheapest = false;
    // How its targets come, for an estimate of what is left.
    Order order = Order::kDeviations;
    bool repeats_below = true;  // a round makes all executions of the one below it again
  };

  virtual ~Strategy() = default;
  [[nodiscard]] const Traits& traits() const { return traits_; }

  // Begins with Frontier::clear(); then what is to be cut, and how many steps may be spent; then targets. A pure function
  // of settings, round and totals: a worker that dies takes nothing with it.
  virtual void refill(std::uint32_t round, const Totals& totals, Frontier& frontier) = 0;
  // Possibly again for the same target, or another one before the first point (Plan::exchangeable). `target` stays valid
  // until the end of the execution.
  [[nodiscard]] virtual Plan begin(const Target& target, const LeaseTerms& terms) = 0;
  [[nodiscard]] virtual Choose choose(const ChoicePoint& point, const Course& course, Frontier& frontier) = 0;
  virtual Standing end(const Made& /*made*/, Frontier& /*frontier*/) { return Standing::kWithin; }
  [[nodiscard]] virtual Coverage coverage(const Totals& totals) const = 0;

 protected:
  Strategy() = default;
  explicit Strategy(const Traits& traits) : traits_(traits) {}

 private:
  Traits traits_;
};

}  // namespace heddle

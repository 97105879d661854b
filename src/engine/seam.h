// The seam between the engine and whatever runs threads.
//
// An Executor runs the target once, under the control of a Controller. The runtime implements Executor inside the
// target process (src/runtime); scripted threads implement it without any target (tests/sim). Strategies and detectors
// live behind Controller and never know which.
//
// Who calls what: execute() calls begin() once, which says what else the controller wants; then, at every scheduling
// point with two or more alternatives, choose(), unless Stays has answered for the point; for every operation performed,
// observe(), in the order of performance, the visible ones and the thread operations between them; at the end, end().
// Where the executor has to begin again, for want of threads to run the target's on, begin() comes in the place of
// end(), and what was before counts for nothing. Never two calls at once, possibly on the stack of a target thread:
// implementations keep frames small, do not throw, and hold no lock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/access.h"
#include "core/event.h"
#include "core/outcome.h"
#include "core/suspect.h"
#include "engine/finding_sink.h"

namespace heddle {

class ConflictFilter;  // engine/watcher.h

// One way to continue, with the operation it would perform.
struct Choice {
  Alternative alternative;
  bool in_focus = true;                // `pending` stands where preemptions may fall, see engine/focus.h
  std::uint32_t sought = 0;            // bit i: `pending` is what the i-th of Wants::seeks describes
  const Operation* pending = nullptr;  // of alternative.thread; valid during the call
};

// All live threads are parked before their pending operations; which one performs its next?
struct ChoicePoint {
  std::uint32_t number = 0;      // of this point among those with two or more alternatives
  ThreadId last;                 // performed the step before; kNoThread at the first point
  bool last_yielded = false;     // ... and it yielded, slept or timed out: leaving it is no preemption
  std::uint32_t run_length = 0;  // consecutive steps of `last`
  std::uint32_t switches = 0;    // in the execution so far, also where there was nothing to choose
  std::uint64_t event_hash = 0;  // of the execution so far
  // Enabled alternatives in order of (thread, variant); at least two. Spurious wake-ups are offered only beside others.
  std::span<const Choice> choices;
  // Index of the choice that time would take if nothing else could happen: earliest deadline; or -1.
  int earliest_timeout = -1;
};

enum class Watch : std::uint8_t {
  kNothing,
  kEvents,    // visible operations, and those of threads
  kAccesses,  // invisible accesses too: no steps, and not in any hash
};

// What few controllers can do: know in advance that a thread goes on. Asked where choose() has let the last thread go on
// at a point where all choices are accesses to memory. At as many points as stays_for() says, if they follow with the
// same choices and no other in between, the executor lets the thread go on without calling choose(). Only for executions
// without observe().
class Stays {
 public:
  virtual ~Stays() = default;
  [[nodiscard]] virtual std::uint32_t stays_for(const ChoicePoint& point) = 0;
  // Before the next call of choose() or end(): at so many points the thread went on.
  virtual void stayed_for(std::uint32_t points) = 0;
};

// What a controller wants of the execution that begins. One that wraps another hands this on, but for what it needs
// itself. All pointers are valid until the end.
struct Wants {
  Watch watch = Watch::kEvents;                  // what observe() is called for
  std::span<const AccessDescriptor> seeks = {};  // operations that are looked for, at most kMostSought
  // Told what the executor's detectors (engine/watcher.h) see, and what may go wrong in other executions.
  FindingSink* sink = nullptr;
  ConflictFilter* conflicts = nullptr;  // the execution is recorded, and its conflicts are suspects if this says so
  Stays* stays = nullptr;
};
inline constexpr std::size_t kMostSought = 32;

// An execution that has ended.
struct Ended {
  Outcome outcome;
  std::uint32_t sought = 0;  // bit i: the i-th of Wants::seeks was performed, visible or not
};

class Controller {
 public:
  virtual ~Controller() = default;
  [[nodiscard]] virtual Wants begin() { return {}; }
  // Index into point.choices; kDiverge to give the execution up.
  [[nodiscard]] virtual std::size_t choose(const ChoicePoint& point) = 0;
  virtual void observe(const Event& /*event*/) {}
  virtual void end(const Ended& /*ended*/) {}
};
inline constexpr std::size_t kDiverge = static_cast<std::size_t>(-1);

class Executor {
 public:
  virtual ~Executor() = default;
  // Runs the target from its initial state to its end. Afterwards the initial state is restored.
  virtual Outcome execute(Controller& controller) = 0;
  // After an execution: cells that it showed to be shared become part of the point set. True if there were any; then
  // what was explored with the smaller set has to be explored again.
  virtual bool grow_points() { return false; }
  // How many cells it has; 0: it never grows.
  [[nodiscard]] virtual std::size_t points() const { return 0; }
  // From the next execution on, memory without a defined content (new heap blocks, unused stack) holds bytes that
  // depend on the pattern; 0: the usual ones. A deterministic program does the same with every pattern.
  virtual void fill_fresh_memory(std::uint64_t /*pattern*/) {}
  // For the next executions: what the executor's detectors are to look at, and the fault at which an execution ends
  // (kDetected).
  virtual void look_for(const Looking& /*looking*/) {}
  // One line on the outcome of the last execution; before the next one.
  [[nodiscard]] virtual const char* last_words() const { return ""; }
  // Nanoseconds, since some moment; always 0: there is no clock.
  [[nodiscard]] virtual std::uint64_t now() const { return 0; }

  // In the middle of an execution, from Controller::choose: from here on it is made twice, first in a process of its
  // own (kChild), where execute() comes back with all as it was here, and when that has ended in this one (kParent).
  enum class Branch : std::uint8_t { kNone, kChild, kParent };
  [[nodiscard]] virtual Branch branch() { return Branch::kNone; }
  // In the process that was made for it, instead of another execution: hands over and ends the process.
  virtual void end_branch(std::span<const std::byte> /*report*/) {}
  // In the other: what was handed over; empty where it died.
  [[nodiscard]] virtual std::span<const std::byte> branch_report() const { return {}; }
  // Cells seen to be shared that are not part of the point set yet, for grow_points() of another process.
  [[nodiscard]] virtual std::span<const std::byte> noted() const { return {}; }
  virtual void note(std::span<const std::byte> /*noted*/) {}
};

}  // namespace heddle

// The seam between the engine and whatever runs threads.
//
// An Executor runs the target once, under the control of a Controller. The runtime implements Executor inside the
// target process (src/runtime); scripted threads implement it without any target (tests/sim). Strategies and detectors
// live behind Controller and never know which.
//
// Who calls what: execute() calls begin() once; then, at every scheduling point with two or more alternatives,
// choose(), unless stays_for() has answered for the point; for every operation performed, observe(), in the order of
// performance, the visible ones and the thread operations between them; at the end, end(). Where the executor has to
// begin again, for want of threads to run the target's on, begin() comes in the place of end(), and what was before
// counts for nothing. Never two calls at once, possibly on the stack of a target thread: implementations keep frames
// small, do not throw, and hold no lock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/access.h"
#include "core/event.h"
#include "core/outcome.h"
#include "core/suspect.h"
#include "engine/detector.h"

namespace heddle {

// One way to continue, with the operation it would perform.
struct Choice {
  Alternative alternative;
  bool in_focus = true;                // `pending` stands where preemptions may fall, see engine/focus.h
  std::uint32_t sought = 0;            // bit i: `pending` is what the i-th of Controller::seeks() describes
  const Operation* pending = nullptr;  // of alternative.thread; valid during the call
};

// All live threads are parked before their pending operations; which one performs its next?
struct ChoicePoint {
  std::uint32_t step = 0;        // number of this point among those with two or more alternatives
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

class Controller {
 public:
  virtual ~Controller() = default;
  virtual void begin() {}
  // Asked after begin(): what is observe() to be called for in this execution?
  [[nodiscard]] virtual Watch watches() const { return Watch::kEvents; }
  // Index into point.choices; kDiverge to give the execution up.
  [[nodiscard]] virtual std::size_t choose(const ChoicePoint& point) = 0;
  // May be asked when choose() lets the last thread go on at a point where all choices are accesses to memory. At as
  // many points as it says, if they follow with the same choices and no other in between, the executor lets the thread
  // go on without calling choose(). Only for executions without observe().
  [[nodiscard]] virtual std::uint32_t stays_for(const ChoicePoint& /*point*/) { return 0; }
  // Before the next call of choose() or end(): at so many points the thread went on.
  virtual void stayed_for(std::uint32_t /*points*/) {}
  // Asked after begin(): operations that are looked for in this execution, at most kMostSought. Valid until end().
  [[nodiscard]] virtual std::span<const AccessDescriptor> seeks() const { return {}; }
  // Before end(): bit i, the i-th of them was performed, visible or not.
  virtual void found(std::uint32_t /*sought*/) {}
  // Asked after begin(): is it to be looked at for conflicts?
  [[nodiscard]] virtual bool monitors() const { return false; }
  // Before end(), then: are its conflicts of interest? They are told by suspect(). Executions in which every thread
  // does the same have the same `content`, in whatever order they do it, and the same conflicts.
  [[nodiscard]] virtual bool monitored(const TraceSize& /*size*/, std::uint64_t /*content*/) { return true; }
  // What the execution, or a detector in the midst of it, says may go wrong in another one.
  virtual void suspect(const Suspect& /*suspect*/) {}
  virtual void observe(const Event& event) = 0;
  // A detector of the executor (engine/watcher.h) has seen something.
  virtual void report(const Fault& /*fault*/) {}
  virtual void end(const Outcome& outcome) = 0;
};
inline constexpr std::size_t kDiverge = static_cast<std::size_t>(-1);
inline constexpr std::size_t kMostSought = 32;

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

// What goes wrong while an execution is under way: the interface of detectors that see every access.
//
// They belong to the executor, which calls begin(), then access() and synchronise() for all that happens, at the moment
// it happens, then end(); never two calls at once, possibly on the stack of a target thread. What they see goes to the
// sink; they never steer. src/detectors/detector_set.h composes those that are wanted.
#pragma once

#include <vector>

#include "core/access.h"
#include "core/suspect.h"
#include "engine/finding_sink.h"

namespace heddle {

// Says of an execution that was recorded whether its conflicts are of interest. Executions in which every thread does
// the same have the same content, in whatever order they do it, and the same conflicts.
class ConflictFilter {
 public:
  virtual ~ConflictFilter() = default;
  [[nodiscard]] virtual bool matters(const RecordedExecution& recorded) = 0;
};

class Watcher {
 public:
  virtual ~Watcher() = default;
  // The sink must outlive the execution.
  virtual void begin(FindingSink& sink) = 0;
  virtual void access(const Access& access) = 0;
  virtual void synchronise(const Sync& sync) = 0;
  // Memory begins a new life: a heap block, a mapping, the stack of a new thread.
  virtual void renew(MemoryRange range) = 0;
  // What the program says of its races: IgnoredBits of a thread, from here on and no more, in scopes that nest; bytes
  // on which they are meant. What was said up to keep_annotations() is said at the beginning of every later execution.
  virtual void begin_ignoring(ThreadId /*thread*/, unsigned /*what*/) {}
  virtual void end_ignoring(ThreadId /*thread*/, unsigned /*what*/) {}
  virtual void expect_races(MemoryRange /*range*/) {}
  virtual void keep_annotations() {}
  // At an access that is a scheduling point: what another thread is about to do, and could do instead.
  virtual void meet(const Access& /*access*/, const Access& /*pending*/) {}
  // Before begin(): whether the execution is recorded. Then, at its end, what could go wrong in others.
  virtual void record(bool /*wanted*/) {}
  [[nodiscard]] virtual RecordedExecution finish() { return {}; }
  [[nodiscard]] virtual std::vector<Suspect> predict() { return {}; }
  virtual void end() {}
  // From the next execution on: keep what a report needs of these. Detectors see faults without it; with it they also
  // know the other side.
  virtual void look_at(const Looking& looking) = 0;
};

}  // namespace heddle

// What goes wrong while an execution is under way: the interface of detectors that see every access.
//
// They belong to the executor, which calls begin(), then access(), synchronise() and so on for all that happens, at the
// moment it happens, then end(); never two calls at once, possibly on the stack of a target thread. What they see goes
// to the sink; they never steer. src/detectors/detector_set.h composes those that are wanted.
#pragma once

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
  // With a filter the execution is recorded. Sink and filter must outlive it.
  virtual void begin(FindingSink& sink, ConflictFilter* conflicts) = 0;
  virtual void access(const Access& access) = 0;
  virtual void synchronise(const Sync& sync) = 0;
  // Memory begins a new life: a heap block, a mapping, the stack of a new thread.
  virtual void renew(MemoryRange range) = 0;
  virtual void annotate(const Annotation& /*annotation*/) {}
  // At an access that is a scheduling point: what another thread is about to do, and could do instead.
  virtual void meet(const Access& /*access*/, const Access& /*pending*/) {}
  // Tells the sink what could go wrong in other executions, if this one was recorded and matters to the filter.
  virtual void end() {}
  // From the next execution on: keep what a report needs of these. Detectors see faults without it; with it they also
  // know the other side.
  virtual void look_at(const Looking& looking) = 0;
};

}  // namespace heddle

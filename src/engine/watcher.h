// What goes wrong while an execution is under way: the interface of detectors that see every access.
//
// They belong to the executor, which calls begin(), then access() and synchronise() for all that happens, at the moment
// it happens, then end(); never two calls at once, possibly on the stack of a target thread. What they see goes to the
// sink; they never steer. src/detectors/detector_set.h composes those that are wanted.
#pragma once

#include "core/access.h"
#include "engine/detector.h"

namespace heddle {

class Watcher {
 public:
  virtual ~Watcher() = default;
  // The sink must outlive the execution.
  virtual void begin(FindingSink& sink) = 0;
  virtual void access(const Access& access) = 0;
  virtual void synchronise(const Sync& sync) = 0;
  // Memory begins a new life: a heap block, a mapping, the stack of a new thread.
  virtual void renew(MemoryRange range) = 0;
  virtual void end() {}
  // From the next execution on: keep what a report needs of these. Detectors see faults without it; with it they also
  // know the other side.
  virtual void look_at(const Looking& looking) = 0;
};

}  // namespace heddle

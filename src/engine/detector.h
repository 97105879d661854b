// What went wrong: the interface of everything that watches executions and judges them.
//
// Detectors never steer, and combine with every Strategy. The engine calls begin, then observe for every event (if
// `watches()`), then end; never two calls at once.
#pragma once

#include <cstdint>

#include "core/access.h"
#include "core/event.h"
#include "core/finding.h"
#include "core/ledger.h"
#include "core/outcome.h"
#include "core/suspect.h"

namespace heddle {

// A fault seen in an execution. What a report needs beyond it (stacks, names, values) comes from repeating the
// execution with everything recorded.
struct Fault {
  FindingKind kind = FindingKind::kAssertion;
  bool certain = true;          // false: a hint
  ThreadId thread = kNoThread;  // that showed it
  std::uint64_t signature = 0;  // equal for two executions that show the same fault
  Operation operation = {};     // where a detector saw it happen, and not the end of the execution
  // Where two operations make it: the earlier one, and whose it was. Its site may not be known at first (Watcher).
  ThreadId other = kNoThread;
  Operation before = {};
  bool is_pending = false;   // ... which had not happened yet, but could have at that moment
  bool only_if_met = false;  // what orders threads is not seen: nothing, unless the two are brought before it at once
  std::uint32_t cycle = 0;   // of a possible deadlock: cycle_key() of its locks (core/suspect.h)
  // Of memory that is freed by a function which does not belong to the one it was allocated by.
  HeapFamily allocated_as = HeapFamily::kMalloc;
  HeapFamily freed_as = HeapFamily::kMalloc;

  // Seen while the execution was under way: to be repeated, it ends there.
  [[nodiscard]] bool has_place() const { return operation.address != 0; }
};

class FindingSink {
 public:
  virtual ~FindingSink() = default;
  virtual void report(const Fault& fault) = 0;
  // What may go wrong in another execution.
  virtual void suspect(const Suspect& /*suspect*/) {}
  // What the detector could not do.
  virtual void note(LedgerRow /*row*/) {}
};

class Detector {
 public:
  virtual ~Detector() = default;
  virtual void begin() {}
  [[nodiscard]] virtual bool watches() const { return false; }
  virtual void observe(const Event& /*event*/, FindingSink& /*sink*/) {}
  virtual void end(const Outcome& /*outcome*/, FindingSink& /*sink*/) {}
};

}  // namespace heddle

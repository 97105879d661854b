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

class FindingSink {
 public:
  virtual ~FindingSink() = default;
  virtual void report(const Fault& fault) = 0;
  // Of what the detector is being told: the number of the running thread's last event.
  [[nodiscard]] virtual EventNumber event() const { return kNoEvent; }
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

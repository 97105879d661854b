// Where detectors and judges put what they see.
#pragma once

#include "core/event.h"
#include "core/finding.h"
#include "core/ledger.h"
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

}  // namespace heddle

// Executions that end badly: an assertion that fails, a crash, a deadlock or livelock, an exit status, a lock released
// by who does not hold it, a primitive used after its end. One detector for each.
#pragma once

#include "core/finding.h"
#include "engine/judge.h"

namespace heddle {

class BadOutcome final : public Judge {
 public:
  explicit BadOutcome(FindingKind kind) : kind_(kind) {}

  void end(const Outcome& outcome, FindingSink& sink) override;

 private:
  FindingKind kind_;
};

}  // namespace heddle

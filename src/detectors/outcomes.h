// `outcomes`: executions that end badly. An assertion that fails, a crash, a deadlock or livelock, an exit status, a
// lock released by who does not hold it, a primitive used after its end.
#pragma once

#include "engine/detector.h"

namespace heddle {

class Outcomes final : public Detector {
 public:
  // Whether an exit status other than 0 is a failure.
  explicit Outcomes(bool judges_exit) : judges_exit_(judges_exit) {}

  void end(const Outcome& outcome, FindingSink& sink) override;

 private:
  bool judges_exit_;
};

}  // namespace heddle

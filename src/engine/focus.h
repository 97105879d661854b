// Exploration confined to a part of the program: what costs must happen there.
//
// Whatever a choice costs is on somebody's account: a preemption on that of the thread preempted, a delay on that of
// the thread delayed, a timeout or spurious wake-up on that of the thread that has it. With a focus, a choice is
// admitted where the pending operations of all of these stand in focus. What is free, such as leaving a thread that
// blocked, yielded or ended, is always admitted.
#pragma once

#include <cstddef>

#include "engine/reducer.h"

namespace heddle {

class Focus final : public Reducer {
 public:
  void come_to(const ChoicePoint& point, Measure measure) override;
  [[nodiscard]] bool admits(std::size_t chosen) const override;

 private:
  const ChoicePoint* point_ = nullptr;
  Measure measure_ = Measure::kNothing;
  bool may_leave_ = true;  // the last thread
};

}  // namespace heddle

// Exploration confined to a part of the program: what costs must happen there.
//
// Whatever a choice costs is on somebody's account: a preemption on that of the thread preempted, a delay on that of
// the thread delayed, a timeout or spurious wake-up on that of the thread that has it. With a focus, a choice is
// admitted where the pending operations of all of these stand in focus. What is free, such as leaving a thread that
// blocked, yielded or ended, is always admitted.
#pragma once

#include <cstddef>

#include "core/options.h"
#include "engine/seam.h"

namespace heddle {

class Focus {
 public:
  // `on`: there is one; otherwise everything is admitted. `point` must outlive this.
  Focus(const ChoicePoint& point, Measure measure, bool on) : point_(point), measure_(measure), on_(on) {
    if (on) {
      look_at_last();
    }
  }

  [[nodiscard]] bool admits(std::size_t chosen) const { return !on_ || judge(chosen); }

 private:
  void look_at_last();
  [[nodiscard]] bool judge(std::size_t chosen) const;

  const ChoicePoint& point_;
  Measure measure_;
  bool on_;
  bool may_leave_ = true;  // the last thread
};

}  // namespace heddle

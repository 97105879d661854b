#include "engine/schedule_controller.h"

namespace heddle {

std::size_t ScheduleController::take_deviation(const ChoicePoint& point) {
  const std::size_t chosen = find_deviation(point, schedule_[next_], divergence_);
  if (chosen == kDiverge) {
    diverged_ = true;
  } else {
    ++next_;
  }
  return chosen;
}

void ScheduleController::end(const Ended& /*ended*/) {
  if (!diverged_ && next_ < schedule_.size()) {
    diverged_ = true;
    divergence_ = left_over(schedule_[next_], points_);
  }
}

}  // namespace heddle

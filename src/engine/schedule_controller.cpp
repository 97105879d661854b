#include "engine/schedule_controller.h"

namespace heddle {

std::size_t ScheduleController::give_up(const Divergence& divergence) {
  diverged_ = true;
  divergence_ = divergence;
  return kDiverge;
}

std::size_t ScheduleController::take_deviation(const ChoicePoint& point) {
  const Deviation& wanted = schedule_[next_];
  if (wanted.step != point.step) {
    return give_up(divergence_at(point, DivergenceReason::kOutOfOrder, wanted));
  }
  for (std::size_t index = 0; index < point.choices.size(); ++index) {
    const Choice& choice = point.choices[index];
    if (choice.alternative != wanted.take) {
      continue;
    }
    if (wanted.check != 0 && wanted.check != pending_check(*choice.pending)) {
      return give_up(divergence_at(point, DivergenceReason::kOtherOperation, wanted));
    }
    ++next_;
    return index;
  }
  return give_up(divergence_at(point, DivergenceReason::kNotOffered, wanted));
}

void ScheduleController::end(const Outcome& /*outcome*/) {
  if (!diverged_ && next_ < schedule_.size()) {
    Divergence divergence;
    divergence.reason = DivergenceReason::kLeftOver;
    divergence.step = steps_;
    divergence.expected = schedule_[next_];
    give_up(divergence);
  }
}

}  // namespace heddle

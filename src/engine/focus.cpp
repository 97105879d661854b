#include "engine/focus.h"

#include <algorithm>

#include "engine/counting.h"

namespace heddle {

void Focus::come_to(const ChoicePoint& point, Measure measure) {
  point_ = &point;
  measure_ = measure;
  may_leave_ = measure == Measure::kDelays || !leaving_is_preemption(point) ||
               std::ranges::any_of(point.choices, [&point](const Choice& choice) {
                 return choice.alternative.thread == point.last && choice.in_focus;
               });
}

bool Focus::admits(std::size_t chosen) const {
  const Choice& choice = point_->choices[chosen];
  if (!choice.in_focus && is_extra(*point_, chosen)) {
    return false;
  }
  if (measure_ != Measure::kDelays) {
    return may_leave_ || choice.alternative.thread == point_->last;
  }
  bool all = true;
  for_each_delayed(*point_, chosen, [this, &all](const Choice& delayed) {
    const bool gave_way = point_->last_yielded && delayed.alternative.thread == point_->last;
    all = all && (delayed.in_focus || gave_way);
  });
  return all;
}

}  // namespace heddle

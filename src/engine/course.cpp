#include "engine/course.h"

#include "core/hash.h"
#include "engine/continuation.h"
#include "engine/counting.h"

namespace heddle {

void Course::begin(const Plan& plan, std::uint32_t bound) {
  measure_ = plan.measure;
  continuation_ = plan.continuation;
  slice_ = plan.slice;
  has_usual_ = plan.has_usual;
  is_observed_ = plan.observer != nullptr;
  bound_ = bound;
  used_ = 0;
  has_strayed_ = false;
  prefix_ = plan.seed;
  reducers_.clear();
  if (plan.focus) {
    reducers_.push_back(&focus_);
  }
}

void Course::come_to(const ChoicePoint& point) {
  point_ = &point;
  knows_leaving_ = false;
  for (Reducer* reducer : reducers_) {
    reducer->come_to(point, measure_);
  }
  if (has_usual_) {
    usual_ = continuation_ == Continuation::kRandom ? random_choice() : default_choice(point, slice_);
  }
}

void Course::pass(std::size_t chosen) {
  const Alternative taken = point_->choices[chosen].alternative;
  if (taken.thread != point_->last || costs_extra(taken)) {  // to go on costs nothing, in no measure
    // The executor counts switches itself.
    used_ += measure_ == Measure::kSwitches ? static_cast<std::uint32_t>(is_extra(*point_, chosen)) : cost_of(chosen);
    has_strayed_ = has_strayed_ || !admits(chosen);
  }
  if (continuation_ == Continuation::kRandom) {
    prefix_ = combine(prefix_, (std::uint64_t{taken.thread.value} << 16U) | taken.variant);
  }
}

// The last thread could go on, so that leaving it is a preemption.
bool Course::leaving_costs() const {
  if (!knows_leaving_) {
    leaving_costs_ = leaving_is_preemption(*point_);
    knows_leaving_ = true;
  }
  return leaving_costs_;
}

std::uint32_t Course::cost_of(std::size_t chosen) const {
  const Alternative alternative = point_->choices[chosen].alternative;
  const std::uint32_t extra = costs_extra(alternative) && is_extra(*point_, chosen) ? 1 : 0;
  switch (measure_) {
    case Measure::kSwitches:
      return extra + (point_->last != kNoThread && alternative.thread != point_->last ? 1 : 0);
    case Measure::kPreemptions:
      return extra + (alternative.thread != point_->last && leaving_costs() ? 1 : 0);
    case Measure::kDelays:
      return extra + delays(*point_, chosen);
    case Measure::kNothing:
      break;
  }
  return 0;
}

// Among the ordinary alternatives that are admitted and stay within the bound; where none does, as the default.
std::size_t Course::random_choice() const {
  const auto fits = [this](std::size_t index) {
    return !costs_extra(point_->choices[index].alternative) && cost_with(index) <= bound_ && admits(index);
  };
  std::uint32_t fitting = 0;
  for (std::size_t index = 0; index < point_->choices.size(); ++index) {
    fitting += fits(index) ? 1 : 0;
  }
  if (fitting == 0) {
    return default_choice(*point_, slice_);
  }
  auto drawn = static_cast<std::uint32_t>(((mix(prefix_ ^ point_->number) >> 32U) * fitting) >> 32U);
  for (std::size_t index = 0;; ++index) {
    if (fits(index) && drawn-- == 0) {
      return index;
    }
  }
}

std::uint32_t Course::steady_points() const {
  const bool varies = !has_usual_ || continuation_ == Continuation::kRandom || is_observed_ || !reducers_.empty();
  return varies || point_->last_yielded || point_->run_length >= slice_ ? 0 : slice_ - 1 - point_->run_length;
}

}  // namespace heddle

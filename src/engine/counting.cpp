#include "engine/counting.h"

#include <algorithm>

namespace heddle {

bool is_enabled(const ChoicePoint& point, ThreadId thread) {
  return std::ranges::any_of(point.choices, [thread](const Choice& choice) {
    return choice.alternative.thread == thread && !costs_extra(choice.alternative);
  });
}

bool is_extra(const ChoicePoint& point, std::size_t chosen) {
  if (!costs_extra(point.choices[chosen].alternative)) {
    return false;
  }
  const bool forced =
      std::ranges::all_of(point.choices, [](const Choice& choice) { return costs_extra(choice.alternative); });
  return !forced || static_cast<std::ptrdiff_t>(chosen) != point.earliest_timeout;
}

bool is_preemption(const ChoicePoint& point, std::size_t chosen) {
  return point.choices[chosen].alternative.thread != point.last && leaving_is_preemption(point);
}

std::uint32_t delays(const ChoicePoint& point, std::size_t chosen) {
  std::uint32_t count = 0;
  for_each_delayed(point, chosen, [&count](const Choice& /*delayed*/) { ++count; });
  return count;
}

void CostCounter::choose(const ChoicePoint& point, std::size_t chosen) {
  const std::uint32_t extra = is_extra(point, chosen) ? 1 : 0;
  costs_.switches += extra;
  costs_.preemptions += extra + (is_preemption(point, chosen) ? 1 : 0);
  costs_.delays += extra + delays(point, chosen);
}

}  // namespace heddle

#include "strategies/sample.h"

#include <string>

#include "core/hash.h"
#include "engine/continuation.h"

namespace heddle {

void Sample::draw(std::uint64_t seed, Plan& plan) {
  plan.has_usual = true;
  key_ = seed;
  drawn_ = 0;
  held_ = kNoThread;
  draw_interval();
}

void Sample::draw_interval() { interval_ = mix(key_ + ++drawn_ * 0x9e3779b97f4a7c15ULL) % (2 * kInterval); }

Choose Sample::choose(const ChoicePoint& point, const Course& course, Frontier& /*frontier*/) {
  const std::size_t usual = course.usual();
  if (held_ == kNoThread) {
    const Choice& next = point.choices[usual];
    if (!is_plain_access(next.pending->kind) || next.alternative.variant != kProceed || interval_-- != 0) {
      return take(usual);
    }
    held_ = next.alternative.thread;
    waited_ = 0;
    draw_interval();
  }
  others_.narrow(point, [&](std::size_t index) {
    const Alternative alternative = point.choices[index].alternative;
    return alternative.thread != held_ && !costs_extra(alternative);
  });
  if (others_.empty() || ++waited_ > kDelay) {
    held_ = kNoThread;
    return take(usual);
  }
  return take(others_.index(default_choice(others_.point())));
}

Coverage Sample::coverage(const Totals& totals) const {
  const std::uint64_t count = made(totals);
  return {.extent = Extent::kPart,
          .guarantee = std::to_string(count) + " execution" + (count == 1 ? "" : "s") +
                       " with breakpoints at random: no guarantee"};
}

}  // namespace heddle

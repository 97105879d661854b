#include "strategies/random.h"

#include <string>

#include "core/hash.h"

namespace heddle {

namespace {

// Goes into targets: this execution and, unless it is a repetition, all behind it.
struct Numbers {
  std::uint64_t first;
  std::uint64_t alone;
};

}  // namespace

void Random::refill(std::uint32_t round, const Totals& /*totals*/, Frontier& frontier) {
  frontier.clear(Order::kDepth);
  if (round == 0) {
    Target all;
    all.set_payload(Numbers{.first = 0, .alone = 0});
    frontier.add(all);
  }
}

void Random::begin(const Target& target) {
  Numbers numbers{};
  (void)target.get_payload(numbers);
  number_ = numbers.first;
  is_range_ = numbers.alone == 0;
  target_ = target;
  draw_.reseed(combine(seed_, number_));
}

std::size_t Random::choose(const ChoicePoint& point, Frontier& /*frontier*/) { return draw_.choose(point); }

Standing Random::end(const Outcome& /*outcome*/, Frontier& frontier) {
  if (is_range_) {
    target_.set_payload(Numbers{.first = number_ + 1, .alone = 0});
    frontier.add(target_);
  }
  return Standing::kWithin;
}

void Random::name_again(Target& target) const {
  target.path.clear();
  target.set_payload(Numbers{.first = number_, .alone = 1});
}

Coverage Random::coverage(const Totals& totals) const {
  const std::uint64_t made = totals.last() == nullptr ? 0 : totals.last()->executions;
  return {.complete = false, .guarantee = std::to_string(made) + " random schedules: no guarantee"};
}

}  // namespace heddle

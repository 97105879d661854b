#include "strategies/random.h"

#include <string>

#include "core/hash.h"
#include "engine/focus.h"

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

std::size_t Random::choose(const ChoicePoint& point, Frontier& /*frontier*/) {
  return focus_.empty() || point.run_length >= slice_ ? draw_.choose(point) : choose_in_focus(point);
}

// Drawn as from a point that offers nothing else.
std::size_t Random::choose_in_focus(const ChoicePoint& point) {
  const Focus focus(point, Measure::kPreemptions, true);
  ChoicePoint narrowed = point;
  narrowed.earliest_timeout = -1;
  admitted_.clear();
  indices_.clear();
  for (std::size_t index = 0; index < point.choices.size(); ++index) {
    if (focus.admits(index)) {
      if (static_cast<std::ptrdiff_t>(index) == point.earliest_timeout) {
        narrowed.earliest_timeout = static_cast<int>(admitted_.size());
      }
      admitted_.push_back(point.choices[index]);
      indices_.push_back(index);
    }
  }
  if (admitted_.empty()) {
    return draw_.choose(point);
  }
  narrowed.choices = admitted_;
  return indices_[draw_.choose(narrowed)];
}

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
  const std::string where = focus_.empty() ? "" : ", with preemptions in " + focus_;
  return {.complete = false,
          .guarantee = std::to_string(made) + " random schedule" + (made == 1 ? "" : "s") + where + ": no guarantee"};
}

}  // namespace heddle

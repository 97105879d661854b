#include "strategies/random.h"

#include <string>

#include "core/hash.h"
#include "engine/focus.h"

namespace heddle {

namespace {

// Goes into targets: the executions of these numbers.
struct Numbers {
  std::uint64_t first;
  std::uint64_t count;  // kUnlimited: there is no end
};

constexpr std::uint64_t kBlock = std::uint64_t{1} << 16U;  // what is split off where there is no end

}  // namespace

void Random::refill(std::uint32_t /*round*/, const Totals& totals, Frontier& frontier) {
  frontier.clear(Order::kDepth);
  std::uint64_t made = 0;
  for (const RoundTotals& round : totals.rounds) {
    made += round.made();
  }
  if (made < most_) {
    Target all;
    const std::uint64_t count = most_ == kUnlimited ? kUnlimited : most_ - made;
    all.weight = count == kUnlimited ? 1 : count;
    all.set_payload(Numbers{.first = made, .count = count});
    frontier.add(all);
  }
}

bool Random::split(Target& target, Target& other, bool first) const {
  Numbers numbers{};
  if (!target.get_payload(numbers) || numbers.count < 2) {
    return false;
  }
  const std::uint64_t half = numbers.count == kUnlimited ? kBlock : (numbers.count + 1) / 2;
  const std::uint64_t kept = first ? 1 : half;
  const std::uint64_t rest = numbers.count == kUnlimited ? kUnlimited : numbers.count - kept;
  other = target;
  other.weight = rest == kUnlimited ? 1 : rest;
  other.set_payload(Numbers{.first = numbers.first + kept, .count = rest});
  target.weight = kept;
  target.set_payload(Numbers{.first = numbers.first, .count = kept});
  return true;
}

void Random::begin(const Target& target) {
  Numbers numbers{};
  (void)target.get_payload(numbers);
  number_ = numbers.first;
  count_ = numbers.count;
  target_ = target;
  draw_.reseed(combine(seed_, number_ * shards_ + shard_));
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
  if (count_ > 1) {
    const std::uint64_t rest = count_ == kUnlimited ? kUnlimited : count_ - 1;
    target_.weight = rest == kUnlimited ? 1 : rest;
    target_.set_payload(Numbers{.first = number_ + 1, .count = rest});
    frontier.add(target_);
  }
  return Standing::kWithin;
}

void Random::name_again(Target& target) const {
  target.path.clear();
  target.set_payload(Numbers{.first = number_, .count = 1});
}

Coverage Random::coverage(const Totals& totals) const {
  std::uint64_t made = 0;
  for (const RoundTotals& round : totals.rounds) {
    made += round.executions;
  }
  const std::string where = focus_.empty() ? "" : ", with preemptions in " + focus_;
  return {.complete = false,
          .guarantee = std::to_string(made) + " random schedule" + (made == 1 ? "" : "s") + where + ": no guarantee"};
}

}  // namespace heddle

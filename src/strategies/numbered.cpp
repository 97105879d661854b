#include "strategies/numbered.h"

#include "core/hash.h"

namespace heddle {

namespace {

// Goes into targets: the executions of these numbers.
struct Numbers {
  std::uint64_t first;
  std::uint64_t count;  // kUnlimited: there is no end
};

constexpr std::uint64_t kBlock = std::uint64_t{1} << 16U;  // what is split off where there is no end

}  // namespace

void Numbered::refill(std::uint32_t /*round*/, const Totals& totals, Frontier& frontier) {
  frontier.clear(Order::kDepth);
  std::uint64_t done = 0;
  for (const RoundTotals& round : totals.rounds) {
    done += round.made();
  }
  if (done < most_) {
    Target all;
    const std::uint64_t count = most_ == kUnlimited ? kUnlimited : most_ - done;
    all.weight = count == kUnlimited ? 1 : count;
    all.set_payload(Numbers{.first = done, .count = count});
    frontier.add(all);
  }
}

bool Numbered::split(Target& target, Target& other, bool first) const {
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

void Numbered::begin(const Target& target) {
  Numbers numbers{};
  (void)target.get_payload(numbers);
  number_ = numbers.first;
  count_ = numbers.count;
  target_ = target;
  draw(combine(seed_, number_ * shards_ + shard_));
}

Standing Numbered::end(const Outcome& /*outcome*/, Frontier& frontier) {
  if (count_ > 1) {
    const std::uint64_t rest = count_ == kUnlimited ? kUnlimited : count_ - 1;
    target_.weight = rest == kUnlimited ? 1 : rest;
    target_.set_payload(Numbers{.first = number_ + 1, .count = rest});
    frontier.add(target_);
  }
  return Standing::kWithin;
}

void Numbered::name_again(Target& target) const {
  target.path.clear();
  target.set_payload(Numbers{.first = number_, .count = 1});
}

std::uint64_t Numbered::made(const Totals& totals) {
  std::uint64_t sum = 0;
  for (const RoundTotals& round : totals.rounds) {
    sum += round.executions;
  }
  return sum;
}

}  // namespace heddle

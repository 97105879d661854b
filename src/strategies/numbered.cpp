#include "strategies/numbered.h"

#include "core/hash.h"

namespace heddle {

void Numbered::refill(std::uint32_t /*round*/, const Totals& totals, Frontier& frontier) {
  frontier.clear(Order::kDepth);
  std::uint64_t done = 0;
  for (const RoundTotals& round : totals.rounds) {
    done += round.made();
  }
  if (done < most_) {
    Target all;
    all.first = done;
    all.count = most_ == kUnlimited ? kUnlimited : most_ - done;
    frontier.add(all);
  }
}

Plan Numbered::begin(const Target& target, const LeaseTerms& /*terms*/) {
  Plan plan;
  plan.has_usual = false;
  plan.path_is_name = false;
  draw(combine(seed_, target.first * shards_ + shard_), plan);
  return plan;
}

std::uint64_t Numbered::made(const Totals& totals) {
  std::uint64_t sum = 0;
  for (const RoundTotals& round : totals.rounds) {
    sum += round.executions;
  }
  return sum;
}

}  // namespace heddle

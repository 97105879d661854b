#include "strategies/refind.h"

#include <algorithm>
#include <bit>
#include <string>

#include "core/bytes.h"
#include "core/hash.h"

namespace heddle {

void Refind::refill(std::uint32_t round, const Totals& /*totals*/, Frontier& frontier) {
  frontier.clear(Order::kDeviations);
  if (round == 0) {
    frontier.add(Target{});
  }
}

Plan Refind::begin(const Target& target, const LeaseTerms& /*terms*/) {
  target_ = target;
  batch_ = {};
  schedule_ = 0;
  ByteReader reader(target.payload);
  if (reader.take(schedule_)) {
    std::span<const std::byte> rest = reader.rest();
    (void)decode(rest, batch_);
  }
  random_.reseed(combine(seed_, schedule_));
  Plan plan;
  plan.has_usual = schedule_ == 0;
  plan.path_is_name = false;
  plan.exchangeable = false;
  plan.conflicts = batch_.accesses.empty();
  plan.seeks = batch_.accesses;
  return plan;
}

Choose Refind::choose(const ChoicePoint& point, const Course& course, Frontier& /*frontier*/) {
  return take(schedule_ == 0 ? course.usual() : random_.choose(point));
}

Standing Refind::end(const Made& made, Frontier& frontier) {
  if (batch_.accesses.empty()) {
    add_batches(made.suspects, frontier);
    return Standing::kWithin;
  }
  const std::size_t kind = schedule_ == 0 ? 0 : 1;
  frontier.provocations().sought[kind] += batch_.accesses.size();
  frontier.provocations().found[kind] += static_cast<std::uint64_t>(std::popcount(made.sought));
  return Standing::kProvoked;
}

void Refind::add_batches(std::span<const Suspect> suspects, Frontier& frontier) const {
  std::vector<AccessDescriptor> seen;
  for (const Suspect& suspect : suspects) {
    for (const AccessDescriptor& access : suspect.accesses) {
      if (std::ranges::find(seen, access) == seen.end()) {
        seen.push_back(access);
      }
    }
  }
  for (std::size_t first = 0; first < seen.size(); first += kMostSought) {
    Suspect batch;
    batch.kind = SuspectKind::kLockCycle;
    const std::size_t size = std::min(kMostSought, seen.size() - first);
    batch.accesses.assign(seen.begin() + static_cast<std::ptrdiff_t>(first),
                          seen.begin() + static_cast<std::ptrdiff_t>(first + size));
    for (std::uint64_t schedule = 0; schedule <= kRandomSchedules; ++schedule) {
      Target target;
      target.points = target_.points;
      put_value(target.payload, schedule);
      encode(batch, target.payload);
      frontier.add(target);
    }
  }
}

Coverage Refind::coverage(const Totals& totals) const {
  Provocations sum;
  for (const RoundTotals& round : totals.rounds) {
    sum += round.provocations;
  }
  const auto of = [&sum](std::size_t kind) {
    return std::to_string(sum.found[kind]) + " of " + std::to_string(sum.sought[kind]) + " accesses";
  };
  return {.extent = Extent::kPart,
          .guarantee = of(0) + " were found again under the same schedule, " + of(1) + " under others: no guarantee"};
}

}  // namespace heddle

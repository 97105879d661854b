#include "strategies/refind.h"

#include <algorithm>
#include <bit>
#include <string>

#include "core/bytes.h"
#include "core/hash.h"
#include "engine/continuation.h"

namespace heddle {

void Refind::refill(std::uint32_t round, const Totals& /*totals*/, Frontier& frontier) {
  frontier.clear(Order::kDeviations);
  if (round == 0) {
    frontier.add(Target{});
  }
}

void Refind::begin(const Target& target) {
  target_ = target;
  seen_.clear();
  found_ = 0;
  batch_ = {};
  schedule_ = 0;
  ByteReader reader(target.payload);
  if (reader.take(schedule_)) {
    std::span<const std::byte> rest = reader.rest();
    (void)decode(rest, batch_);
  }
  random_.reseed(combine(seed_, schedule_));
}

std::size_t Refind::continuation(const ChoicePoint& point) {
  return schedule_ == 0 ? default_choice(point) : random_.choose(point);
}

std::size_t Refind::choose(const ChoicePoint& point, Frontier& /*frontier*/) { return continuation(point); }

void Refind::suspect(const Suspect& suspect) {
  for (const AccessDescriptor& access : suspect.accesses) {
    if (std::ranges::find(seen_, access) == seen_.end()) {
      seen_.push_back(access);
    }
  }
}

Standing Refind::end(const Outcome& /*outcome*/, Frontier& frontier) {
  if (batch_.accesses.empty()) {
    add_batches(frontier);
    return Standing::kWithin;
  }
  const std::size_t kind = schedule_ == 0 ? 0 : 1;
  frontier.provocations().sought[kind] += batch_.accesses.size();
  frontier.provocations().found[kind] += static_cast<std::uint64_t>(std::popcount(found_));
  return Standing::kProvoked;
}

void Refind::add_batches(Frontier& frontier) const {
  for (std::size_t first = 0; first < seen_.size(); first += kMostSought) {
    Suspect batch;
    batch.kind = SuspectKind::kLockCycle;
    const std::size_t size = std::min(kMostSought, seen_.size() - first);
    batch.accesses.assign(seen_.begin() + static_cast<std::ptrdiff_t>(first),
                          seen_.begin() + static_cast<std::ptrdiff_t>(first + size));
    for (std::uint64_t schedule = 0; schedule <= kRandomSchedules; ++schedule) {
      Target target;
      target.points = target_.points;
      put_value(target.payload, schedule);
      encode(batch, target.payload);
      frontier.add(target);
    }
  }
}

void Refind::name_again(Target& target) const {
  target.path.clear();
  target.payload = target_.payload;
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

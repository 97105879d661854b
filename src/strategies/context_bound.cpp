#include "strategies/context_bound.h"

#include <algorithm>
#include <string>

#include "engine/measure.h"

namespace heddle {

namespace {

constexpr std::uint32_t kLookAhead = 2;
constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};

[[nodiscard]] bool has_ended(const Totals& totals, std::uint32_t bound) {
  return std::ranges::any_of(totals.rounds,
                             [bound](const RoundTotals& round) { return round.bound == bound && round.ended; });
}

[[nodiscard]] std::uint32_t lowest_not_ended(const Totals& totals) {
  std::uint32_t bound = 0;
  while (has_ended(totals, bound)) {
    ++bound;
  }
  return bound;
}

}  // namespace

std::string all_within(const TreeOptions& options, std::uint32_t bound) {
  std::string sentence = "all schedules with " + at_most(bound, options.measure);
  if (!options.focus.empty() && options.measure == Measure::kSwitches) {
    sentence += " that preempt only in " + options.focus;
  } else if (!options.focus.empty() && bound != 0) {  // without a cost there is nothing to be confined
    sentence += (bound == 1 ? ", in " : ", each in ") + options.focus;
  }
  return sentence + (options.prune ? kUpToIndependence : "");
}

ContextBound::Round ContextBound::plan(const Totals& totals) const {
  const RoundTotals* last = totals.last();
  const std::uint32_t most = options().bound;
  if (options().exact) {
    return {.more = last == nullptr, .bound = most, .limit = kNoLimit};
  }
  if (last == nullptr) {
    return {.bound = 0, .limit = most == 0 ? kNoLimit : first_limit_};
  }
  if (last->ended && last->holds_everything()) {
    return {.more = false};
  }
  const std::uint32_t open = lowest_not_ended(totals);
  const std::uint32_t last_in_view = last->limited ? open + std::min(kLookAhead, most - open) : most;
  if (last->bound < last_in_view) {
    return {.bound = last->bound + 1, .limit = last->limit};
  }
  constexpr std::uint64_t kFactor = 8;
  return {.more = open <= most,
          .bound = open,
          .limit = last->limit > kNoLimit / kFactor ? kNoLimit : last->limit * kFactor};
}

void ContextBound::refill(std::uint32_t round, const Totals& totals, Frontier& frontier) {
  const Round next = plan(totals);
  if (next.more) {
    plant(frontier, round, next.bound, next.limit);
  } else {
    frontier.clear(options().order);
  }
}

Coverage ContextBound::coverage(const Totals& totals) const {
  const RoundTotals* best = nullptr;
  for (const RoundTotals& round : totals.rounds) {
    if (round.complete() && (best == nullptr || round.bound >= best->bound)) {
      best = &round;
    }
  }
  if (totals.varied) {
    return covered(Extent::kPart, kVaries);
  }
  if (best == nullptr) {
    return covered(Extent::kPart, "no bound was completed: no guarantee");
  }
  if (best->holds_everything()) {
    return covered(Extent::kWhole, all_schedules());
  }
  const bool wanted = options().bound != kNoBound && best->bound == options().bound;
  return covered(wanted ? Extent::kWhole : Extent::kPart, all_within(options(), best->bound));
}

}  // namespace heddle

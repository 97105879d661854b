#include "strategies/context_bound.h"

#include <algorithm>
#include <string>

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

struct Plan {
  bool more = true;
  std::uint32_t bound = 0;
  std::uint64_t limit = 0;
};

[[nodiscard]] Plan plan_round(const ContextBoundSettings& settings, const Totals& totals) {
  const RoundTotals* last = totals.last();
  if (settings.exact) {
    return {.more = last == nullptr, .bound = settings.bound, .limit = kNoLimit};
  }
  if (last == nullptr) {
    return {.bound = 0, .limit = settings.bound == 0 ? kNoLimit : settings.first_limit};
  }
  if (last->ended && last->holds_everything()) {
    return {.more = false};
  }
  const std::uint32_t open = lowest_not_ended(totals);
  const std::uint32_t last_in_view =
      last->limited ? std::min(settings.bound, open + std::min(kLookAhead, settings.bound - open)) : settings.bound;
  if (last->bound < last_in_view) {
    return {.bound = last->bound + 1, .limit = last->limit};
  }
  return {.more = open <= settings.bound, .bound = open, .limit = last->limit * 8};
}

[[nodiscard]] std::string at_most(std::uint32_t bound, Measure measure) {
  const std::string many = std::to_string(bound);
  const char* plural = bound == 1 ? "" : "s";
  switch (measure) {
    case Measure::kSwitches:
      return "at most " + many + (bound == 1 ? " switch" : " switches");
    case Measure::kDelays:
      return "at most " + many + " delay" + plural;
    default:
      return bound == 0 ? "no preemption" : "at most " + many + " preemption" + plural;
  }
}

}  // namespace

void ContextBound::refill(std::uint32_t round, const Totals& totals, Frontier& frontier) {
  const Plan plan = plan_round(settings_, totals);
  if (plan.more) {
    plant(frontier, round, plan.bound, plan.limit);
  } else {
    frontier.clear(settings_.tree.order);
  }
}

Coverage ContextBound::coverage(const Totals& totals) const {
  const RoundTotals* best = nullptr;
  for (const RoundTotals& round : totals.rounds) {
    if (round.complete() && (best == nullptr || round.bound >= best->bound)) {
      best = &round;
    }
  }
  const char* pruned = settings_.tree.prune ? ", up to the order of independent operations" : "";
  if (best == nullptr) {
    return {.complete = false, .guarantee = "no bound was completed: no guarantee"};
  }
  if (best->holds_everything()) {
    return {.complete = true, .guarantee = std::string("all schedules") + pruned};
  }
  const bool wanted = settings_.bound != ~std::uint32_t{0} && best->bound == settings_.bound;
  return {.complete = wanted,
          .guarantee = "all schedules with " + at_most(best->bound, settings_.tree.measure) + pruned};
}

}  // namespace heddle

#include "strategies/depth_first.h"

namespace heddle {

namespace {

TreeSettings unbounded(TreeSettings settings) {
  settings.measure = Measure::kNothing;
  settings.order = Order::kDepth;
  return settings;
}

}  // namespace

DepthFirst::DepthFirst(TreeSettings settings) : TreeSearch(unbounded(settings)) {}

void DepthFirst::refill(std::uint32_t round, const Totals& /*totals*/, Frontier& frontier) {
  frontier.clear(Order::kDepth);
  if (round == 0) {
    plant(frontier, round, ~std::uint32_t{0}, ~std::uint64_t{0});
  }
}

Coverage DepthFirst::coverage(const Totals& totals) const {
  const RoundTotals* last = totals.last();
  if (last != nullptr && last->complete()) {
    return {
        .complete = true,
        .guarantee = settings().prune ? "all schedules, up to the order of independent operations" : "all schedules"};
  }
  return {.complete = false, .guarantee = "a part of all schedules, depth first: no guarantee"};
}

}  // namespace heddle

#include "strategies/depth_first.h"

namespace heddle {

namespace {

Options unbounded(Options options) {
  options.measure = Measure::kNothing;
  options.order = Order::kDepth;
  return options;
}

}  // namespace

DepthFirst::DepthFirst(const Options& options) : TreeSearch(unbounded(options)) {}

void DepthFirst::refill(std::uint32_t round, const Totals& /*totals*/, Frontier& frontier) {
  frontier.clear(Order::kDepth);
  if (round == 0) {
    plant(frontier, round, ~std::uint32_t{0}, ~std::uint64_t{0});
  }
}

Coverage DepthFirst::coverage(const Totals& totals) const {
  const RoundTotals* last = totals.last();
  if (totals.varied) {
    return {.extent = Extent::kPart, .guarantee = kVaries};
  }
  if (last != nullptr && last->complete()) {
    return {.extent = Extent::kWhole, .guarantee = all_schedules()};
  }
  return {.extent = Extent::kPart, .guarantee = "a part of all schedules, depth first: no guarantee"};
}

}  // namespace heddle

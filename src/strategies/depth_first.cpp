#include "strategies/depth_first.h"

namespace heddle {

namespace {

TreeOptions unbounded(TreeOptions options) {
  options.measure = Measure::kNothing;
  options.order = Order::kDepth;
  return options;
}

}  // namespace

DepthFirst::DepthFirst(const TreeOptions& options) : TreeSearch(unbounded(options), /*goes_upwards=*/false) {}

void DepthFirst::refill(std::uint32_t round, const Totals& /*totals*/, Frontier& frontier) {
  frontier.clear(Order::kDepth);
  if (round == 0) {
    plant(frontier, round, ~std::uint32_t{0}, ~std::uint64_t{0});
  }
}

Coverage DepthFirst::coverage(const Totals& totals) const {
  const RoundTotals* last = totals.last();
  if (totals.varied) {
    return covered(Extent::kPart, kVaries);
  }
  if (last != nullptr && last->complete()) {
    return covered(Extent::kWhole, all_schedules());
  }
  return covered(Extent::kPart, "a part of all schedules, depth first: no guarantee");
}

}  // namespace heddle

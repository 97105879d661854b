// How many executions of the round under way are left: an estimate with a lower and an upper limit that meet at its
// end.
//
// With the bound below complete, most is known before the round begins. The executions that cost less than the bound
// are those of the round below. Those that cost all of it are the children that were cut there, which were counted, and
// what follows from these without a cost: that alone is estimated, from what followed in the rounds below, and from
// what followed so far in this one.
//
// Otherwise levels are continued: executions with so many deviations, which come in that order, have so many children
// each. That number falls from level to level, between two assumptions: as it fell from the level before, or as if
// deviations could be anywhere and were only not to be ordered.
//
// Both are estimates, no proof: tests/sim/estimate_test.cpp measures how often they hold.
#pragma once

#include <cstdint>
#include <optional>

#include "core/order.h"
#include "engine/totals.h"

namespace heddle {

struct Estimate {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

struct EstimateBasis {
  Order order = Order::kDeviations;
  bool repeats_below =
      true;  // a round makes all executions of the one below it again: no pruning, no random continuation
};

// `at_least`: executions that are known to be left. Nothing where there is too little to go by.
[[nodiscard]] std::optional<Estimate> estimate_left(const Totals& totals, const EstimateBasis& basis,
                                                    std::uint64_t at_least);

}  // namespace heddle

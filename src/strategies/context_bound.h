// `cb`: context bounding ([CB] section 4, CHESS). All executions with at most c switches, preemptions or delays, for
// c = 0, 1, 2 ...
//
// A bound can have more executions than there is time for: without any preemption, ten threads can run in 10! orders.
// So a round is given up after a while in favour of the next two bounds, and comes again with eight times the time;
// those made before are made again, which costs one in eight.
#pragma once

#include <cstdint>

#include "strategies/tree_search.h"

namespace heddle {

struct ContextBoundSettings {
  TreeSettings tree;
  std::uint32_t bound = ~std::uint32_t{0};  // the last; none: until nothing is cut any more
  bool exact = false;                       // this bound alone
  std::uint64_t first_limit = 4096;         // executions of a round before it gives way; doubled thrice each time
};

class ContextBound final : public TreeSearch {
 public:
  explicit ContextBound(const ContextBoundSettings& settings) : TreeSearch(settings.tree), settings_(settings) {}

  void refill(std::uint32_t round, const Totals& totals, Frontier& frontier) override;
  [[nodiscard]] Coverage coverage(const Totals& totals) const override;

 private:
  ContextBoundSettings settings_;
};

}  // namespace heddle

// `dfs`: every execution, the deepest choice varied first.
#pragma once

#include "strategies/tree_search.h"

namespace heddle {

class DepthFirst final : public TreeSearch {
 public:
  explicit DepthFirst(const Options& options);

  void refill(std::uint32_t round, const Totals& totals, Frontier& frontier) override;
  [[nodiscard]] Coverage coverage(const Totals& totals) const override;
};

}  // namespace heddle

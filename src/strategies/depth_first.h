// `dfs`: every execution, the deepest choice varied first.
#pragma once

#include <array>

#include "strategies/tree_search.h"

namespace heddle {

class DepthFirst final : public TreeSearch {
 public:
  static constexpr std::array kSettings{&kContinuation, &kPrune, &kFocus, &kSeed};

  explicit DepthFirst(const TreeOptions& options);

  void refill(std::uint32_t round, const Totals& totals, Frontier& frontier) override;
  [[nodiscard]] Coverage coverage(const Totals& totals) const override;
};

}  // namespace heddle

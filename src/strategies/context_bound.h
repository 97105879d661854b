// `cb`: context bounding ([CB] section 4, CHESS). All executions with at most c switches, preemptions or delays, for
// c = 0, 1, 2 ...
//
// A bound can have more executions than there is time for: without any preemption, ten threads can run in 10! orders.
// So a round is given up after a while in favour of the next two bounds, and comes again with eight times the time;
// those made before are made again, which costs one in eight.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "strategies/tree_search.h"

namespace heddle {

// Steps of a round before it gives way for the first time: some tenths of a second.
inline constexpr std::uint64_t kFirstRoundLimit = 100'000;

// The sentence of guarantee for a bound that was completed.
[[nodiscard]] std::string all_within(const TreeOptions& options, std::uint32_t bound);

class ContextBound final : public TreeSearch {
 public:
  static constexpr std::array kSettings{&kBound, &kExact, &kCount, &kContinuation, &kOrder, &kPrune, &kFocus, &kSeed};

  explicit ContextBound(const TreeOptions& options, std::uint64_t first_limit = kFirstRoundLimit)
      : TreeSearch(options, /*goes_upwards=*/true), first_limit_(first_limit) {}

  void refill(std::uint32_t round, const Totals& totals, Frontier& frontier) override;
  [[nodiscard]] Coverage coverage(const Totals& totals) const override;

 private:
  struct Round {
    bool more = true;
    std::uint32_t bound = 0;
    std::uint64_t limit = 0;
  };
  [[nodiscard]] Round plan(const Totals& totals) const;

  std::uint64_t first_limit_;
};

}  // namespace heddle

#include "strategies/registry.h"

#include <algorithm>
#include <array>

#include "strategies/context_bound.h"
#include "strategies/depth_first.h"
#include "strategies/random.h"

namespace heddle {

namespace {

template <typename Made>
std::unique_ptr<Strategy> make(const Options& options) {
  return std::make_unique<Made>(options);
}

constexpr std::array kRows{
    StrategyRow{.name = "cb",
                .help = "context bounding: all schedules with at most 0, 1, 2 ... preemptions",
                .options = "bound exact count continuation order prune focus seed",
                .make = make<ContextBound>},
    StrategyRow{.name = "dfs",
                .help = "depth-first search: all schedules, the last choice varied first",
                .options = "continuation prune focus seed",
                .make = make<DepthFirst>},
    StrategyRow{.name = "random",
                .help = "random schedules, each thread as likely as the others at every point",
                .options = "focus seed shard",
                .make = make<Random>,
                .ends = false},
};

}  // namespace

std::span<const StrategyRow> strategies() { return kRows; }

const StrategyRow* find_strategy(std::string_view name) {
  const auto* row = std::ranges::find(kRows, name, &StrategyRow::name);
  return row == kRows.end() ? nullptr : row;
}

}  // namespace heddle

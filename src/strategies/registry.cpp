#include "strategies/registry.h"

#include <algorithm>
#include <array>

#include "strategies/context_bound.h"
#include "strategies/depth_first.h"
#include "strategies/random.h"
#include "strategies/refind.h"
#include "strategies/sample.h"
#include "strategies/watchpoints.h"

namespace heddle {

namespace {

template <typename Made>
std::unique_ptr<Strategy> make(const Options& options) {
  return std::make_unique<Made>(options);
}

template <typename Base, bool kByRank, bool kCycles>
std::unique_ptr<Strategy> make_watching(const Options& options) {
  return std::make_unique<Watchpoints>(std::make_unique<Base>(options), options,
                                       Watchpoints::Manner{.by_rank = kByRank, .cycles = kCycles});
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
    StrategyRow{.name = "wp",
                .help = "watchpoints: one schedule is monitored, and accesses that conflict in it are brought together",
                .options = "continuation prune-ordered",
                .make = make_watching<OneSchedule, true, false>,
                .provokes = kCaught | kMonitor},
    StrategyRow{.name = "provoke",
                .help = "wp, and cycles in the order of locks are driven to a deadlock",
                .options = "continuation prune-ordered",
                .make = make_watching<OneSchedule, true, true>,
                .provokes = kCaught | kMonitor | kLockOrder},
    StrategyRow{.name = "cb+wp",
                .help = "cb, and what provoke does with all of its executions",
                .options = "bound exact count continuation order prune prune-ordered focus seed",
                .make = make_watching<ContextBound, false, true>,
                .provokes = kCaught | kMonitor | kLockOrder},
    StrategyRow{.name = "refind",
                .help = "descriptors of one schedule's conflicts are looked for in others",
                .options = "seed",
                .make = make<Refind>,
                .is_listed = false,
                .provokes = kMonitor},
    StrategyRow{.name = "sample",
                .help = "threads are held before accesses at random, as DataCollider and KCSAN do",
                .options = "seed shard",
                .make = make<Sample>,
                .ends = false,
                .provokes = kCaught},
};

}  // namespace

std::span<const StrategyRow> strategies() { return kRows; }

const StrategyRow* find_strategy(std::string_view name) {
  const auto* row = std::ranges::find(kRows, name, &StrategyRow::name);
  return row == kRows.end() ? nullptr : row;
}

}  // namespace heddle

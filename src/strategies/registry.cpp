#include "strategies/registry.h"

#include <algorithm>
#include <array>

#include "core/options.h"
#include "strategies/context_bound.h"
#include "strategies/depth_first.h"
#include "strategies/pct.h"
#include "strategies/random.h"
#include "strategies/refind.h"
#include "strategies/sample.h"
#include "strategies/watchpoints.h"

namespace heddle {

namespace {

template <typename Made>
std::unique_ptr<Strategy> make(const Settings& settings) {
  return std::make_unique<Made>(settings);
}

template <typename Made>
std::unique_ptr<Strategy> make_tree(const Settings& settings) {
  return std::make_unique<Made>(tree_options(settings));
}

template <std::unique_ptr<Strategy> (*kMakeBase)(const Settings&), bool kByRank, bool kCycles>
std::unique_ptr<Strategy> make_watching(const Settings& settings) {
  return std::make_unique<Watchpoints>(kMakeBase(settings), settings.has(kPruneOrdered),
                                       Watchpoints::Manner{.by_rank = kByRank, .cycles = kCycles});
}

constexpr std::array kBoundedAndWatching{&kBound, &kExact,        &kCount, &kContinuation, &kOrder,
                                         &kPrune, &kPruneOrdered, &kFocus, &kSeed};

constexpr std::array kRows{
    StrategyRow{.name = "cb",
                .help = "context bounding: all schedules with at most 0, 1, 2 ... preemptions",
                .settings = ContextBound::kSettings,
                .make = make_tree<ContextBound>},
    StrategyRow{.name = "dfs",
                .help = "depth-first search: all schedules, the last choice varied first",
                .settings = DepthFirst::kSettings,
                .make = make_tree<DepthFirst>},
    StrategyRow{.name = "random",
                .help = "random schedules: at every point each thread is equally likely",
                .settings = Random::kSettings,
                .make = make<Random>,
                .needs_no_bound = true},
    StrategyRow{.name = "wp",
                .help = "watchpoints: monitors one schedule and brings its conflicting accesses together",
                .settings = OneSchedule::kSettings,
                .make = make_watching<make<OneSchedule>, true, false>,
                .provokes = kCaught | kMonitor,
                .provokes_free = true},
    StrategyRow{.name = "provoke",
                .help = "wp, and drives lock cycles to a deadlock",
                .settings = OneSchedule::kSettings,
                .make = make_watching<make<OneSchedule>, true, true>,
                .provokes = kCaught | kMonitor | kLockOrder,
                .needs_no_bound = true},
    StrategyRow{.name = "cb+wp",
                .help = "cb, and provokes conflicts and lock cycles of each execution",
                .settings = kBoundedAndWatching,
                .make = make_watching<make_tree<ContextBound>, false, true>,
                .provokes = kCaught | kMonitor | kLockOrder},
    StrategyRow{.name = "refind",
                .help = "looks for the descriptors of one schedule's conflicts in others",
                .settings = Refind::kSettings,
                .make = make<Refind>,
                .is_listed = false,
                .provokes = kMonitor},
    StrategyRow{.name = "sample",
                .help = "holds threads before accesses at random, as DataCollider and KCSAN do",
                .settings = Sample::kSettings,
                .make = make<Sample>,
                .provokes = kCaught},
    StrategyRow{.name = "pct",
                .help = "random priorities: finds bugs of a given depth with a known probability",
                .settings = Pct::kSettings,
                .make = make<Pct>,
                .needs_no_bound = true},
    // A new row goes above this line.
};

}  // namespace

std::span<const StrategyRow> strategies() { return kRows; }

const StrategyRow* find_strategy(std::string_view name) {
  const auto* row = std::ranges::find(kRows, name, &StrategyRow::name);
  return row == kRows.end() ? nullptr : row;
}

const Setting* find_setting(const StrategyRow& row, std::string_view name) {
  const auto found = std::ranges::find(row.settings, name, [](const Setting* setting) { return setting->name; });
  return found == row.settings.end() ? nullptr : *found;
}

}  // namespace heddle

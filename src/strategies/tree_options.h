// What is said about a systematic search (tree_search.h).
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/order.h"
#include "engine/continuation.h"
#include "engine/measure.h"
#include "strategies/common_settings.h"

namespace heddle {

struct TreeOptions {
  Measure measure = Measure::kPreemptions;
  Continuation continuation = Continuation::kFair;
  std::uint32_t slice = kFairSlice;
  Order order = Order::kDeviations;
  std::uint32_t bound = kNoBound;  // the last one to be explored
  bool exact = false;              // this bound alone
  bool prune = false;              // by happens-before
  std::string focus = {};          // where alone preemptions may fall, in words; empty: anywhere
  std::uint64_t seed = 1;
};
// Of settings that were not given, and of those that a strategy does not take, the defaults.
[[nodiscard]] TreeOptions tree_options(const Settings& settings);

inline constexpr std::array kMeasures{Word<Measure>{"preemptions", Measure::kPreemptions},
                                      Word<Measure>{"switches", Measure::kSwitches},
                                      Word<Measure>{"delays", Measure::kDelays}};
inline constexpr std::array kOrders{Word<Order>{"deviations", Order::kDeviations}, Word<Order>{"cost", Order::kCost}};
inline constexpr std::array kPrunings{Word<bool>{"none", false}, Word<bool>{"hb", true}};

[[nodiscard]] std::string check_bound(std::string& value);
inline constexpr Setting kBound{.name = "bound",
                                .value = "N",
                                .help = "The last bound to explore; without it, upwards from 0 until time is up",
                                .fallback = "",
                                .check = check_bound};
inline constexpr Setting kExact{.name = "exact",
                                .value = "",
                                .help = "Explore only this bound, not the lower ones",
                                .fallback = "",
                                .needs = kBound.name};
inline constexpr Setting kCount{.name = "count",
                                .value = "WORD",
                                .help = "What the bound counts: preemptions, switches or delays",
                                .fallback = "preemptions",
                                .check = complaint_about_word<kMeasures>};
inline constexpr Setting kOrder{.name = "order",
                                .value = "WORD",
                                .help = "What to explore first within a bound: fewest deviations, or lowest cost",
                                .fallback = "deviations",
                                .check = complaint_about_word<kOrders>};
inline constexpr Setting kPrune{
    .name = "prune",
    .value = "WORD",
    .help = "hb: run one execution of each group that differs only in the order of independent operations",
    .fallback = "none",
    .check = complaint_about_word<kPrunings>};

}  // namespace heddle

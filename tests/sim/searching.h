// What tests of searches with workers share: strategies, crowds of workers, and executions to compare.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/search.h"
#include "sim/crowd.h"
#include "sim/exploring.h"
#include "strategies/context_bound.h"
#include "strategies/depth_first.h"
#include "strategies/random.h"

namespace heddle::sim {

using Steps = std::vector<Alternative>;
using MakeStrategy = std::function<std::unique_ptr<Strategy>()>;

inline MakeStrategy context_bound(const TreeOptions& options, std::uint64_t first_limit = kFirstRoundLimit) {
  return [=] { return std::make_unique<ContextBound>(options, first_limit); };
}
inline MakeStrategy depth_first(const TreeOptions& options = {}) {
  return [=] { return std::make_unique<DepthFirst>(options); };
}
inline MakeStrategy random_draws(std::uint64_t seed, std::uint64_t count) {
  return [=] { return std::make_unique<Random>(seed, count); };
}

inline std::vector<Steps> steps_of(const std::vector<Execution>& executions) {
  std::vector<Steps> all;
  std::ranges::transform(executions, std::back_inserter(all), &Execution::steps);
  return all;
}
inline std::vector<Steps> steps_of(const std::vector<Made>& made) {
  std::vector<Steps> all;
  std::ranges::transform(made, std::back_inserter(all), &Made::steps);
  return all;
}
inline std::vector<Steps> sorted(std::vector<Steps> all) {
  std::ranges::sort(all);
  return all;
}

inline std::set<std::uint64_t> graphs_of(const std::vector<Made>& made) {
  std::set<std::uint64_t> all;
  std::ranges::transform(made, std::inserter(all, all.end()), &Made::graph);
  return all;
}

inline std::string label(const Habits& habits) {
  return std::to_string(habits.workers) + " workers, leases of " + std::to_string(habits.longest_lease) + ", " +
         std::to_string(habits.dying) + " % die, seed " + std::to_string(habits.seed);
}
inline std::string label(const TreeOptions& options) {
  return "measure " + std::to_string(static_cast<int>(options.measure)) + ", order " +
         std::to_string(static_cast<int>(options.order)) + ", continuation " +
         std::to_string(static_cast<int>(options.continuation)) + ", slice " + std::to_string(options.slice) +
         ", bound " + std::to_string(options.bound);
}

// Everybody there could be, from one worker with tiny leases to five that die like flies.
inline std::vector<Habits> all_habits(std::uint64_t seed) {
  std::vector<Habits> all;
  for (const std::size_t workers : {1U, 2U, 5U}) {
    for (const std::uint32_t dying : {0U, 25U}) {
      for (const std::uint32_t longest : {1U, 7U, 100U}) {
        all.push_back({.workers = workers, .longest_lease = longest, .dying = dying, .seed = ++seed});
      }
    }
  }
  return all;
}

inline std::vector<TreeOptions> all_bounds(std::uint32_t bound) {
  std::vector<TreeOptions> all;
  for (const Measure measure : {Measure::kPreemptions, Measure::kSwitches, Measure::kDelays}) {
    for (const Order order : {Order::kDeviations, Order::kCost, Order::kDepth}) {
      all.push_back({.measure = measure, .order = order, .bound = bound});
      all.push_back({.measure = measure, .slice = 2, .order = order, .bound = bound});
      all.push_back(
          {.measure = measure, .continuation = Continuation::kRandom, .order = order, .bound = bound, .seed = 7});
    }
  }
  return all;
}

}  // namespace heddle::sim

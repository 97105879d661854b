// The strategies by name. A new one is a file pair, a row in registry.cpp, and a test.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "core/options.h"
#include "engine/strategy.h"

namespace heddle {

struct StrategyRow {
  std::string_view name;
  std::string_view help;     // one line
  std::string_view options;  // names of those of the command line it takes, separated by spaces
  std::unique_ptr<Strategy> (*make)(const Options& options);
  bool ends = true;            // when all schedules are made; false: it could go on for ever
  bool is_listed = true;       // false: for measurements
  std::uint32_t provokes = 0;  // DetectorBits: what it cannot do without, whatever others are wanted
};

[[nodiscard]] std::span<const StrategyRow> strategies();
// nullptr: there is none of that name.
[[nodiscard]] const StrategyRow* find_strategy(std::string_view name);

}  // namespace heddle

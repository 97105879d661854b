// The strategies by name. A new one is a file pair, a row in registry.cpp, and a test.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "core/settings.h"
#include "engine/strategy.h"

namespace heddle {

struct StrategyRow {
  std::string_view name;
  std::string_view help;  // one line
  std::span<const Setting* const> settings;
  std::unique_ptr<Strategy> (*make)(const Settings& settings);
  bool is_listed = true;        // false: for measurements
  std::uint32_t provokes = 0;   // DetectorBits: what it cannot do without, whatever others are wanted
  bool provokes_free = false;   // its suspects can be provoked among threads that run in parallel, too (--free)
  bool needs_no_bound = false;  // for programs that are too large for a bound to be completed
};

// The first one is the default.
[[nodiscard]] std::span<const StrategyRow> strategies();
// nullptr: there is none of that name.
[[nodiscard]] const StrategyRow* find_strategy(std::string_view name);
// nullptr: the strategy does not take it.
[[nodiscard]] const Setting* find_setting(const StrategyRow& row, std::string_view name);

}  // namespace heddle

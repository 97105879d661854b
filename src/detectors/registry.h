// The detectors by name. A new one is a file pair, a row in registry.cpp, and a test.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/options.h"
#include "engine/detector.h"

namespace heddle {

struct DetectorRow {
  std::string_view name;
  std::string_view help;  // one line
  // nullptr: the options do without it.
  std::unique_ptr<Detector> (*make)(const Options& options);
};

[[nodiscard]] std::span<const DetectorRow> detectors();

// All that the options want.
[[nodiscard]] std::vector<std::unique_ptr<Detector>> make_detectors(const Options& options);

}  // namespace heddle

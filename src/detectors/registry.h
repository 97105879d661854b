// The detectors by name. A new one is a file pair, a row in registry.cpp, and a test.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
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

// Those that watch every access (detector_set.h), each by a bit of Options::detectors.
struct WatchingRow {
  std::string_view name;
  std::string_view help;  // one line
  std::uint32_t bits;
};
[[nodiscard]] std::span<const WatchingRow> watching_detectors();
// "hb,heap": their bits. Also "default" and "none"; nothing where it is no such list.
[[nodiscard]] std::optional<std::uint32_t> parse_detectors(std::string_view list);
// The other way round.
[[nodiscard]] std::string words_of_detectors(std::uint32_t bits);
// All that may stand in a list: "hb, heap, default, none".
[[nodiscard]] std::string detector_words();

// All that the options want.
[[nodiscard]] std::vector<std::unique_ptr<Detector>> make_detectors(const Options& options);

}  // namespace heddle

// A figure of a bench, with what it must reach.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace heddle::bench {

// Smaller is better for those with `at_most`.
struct Ratio {
  std::string name;
  double value = 0;
  double required = 0;
  bool at_most = false;
  [[nodiscard]] bool met() const { return at_most ? value <= required : value >= required; }
};

// By name: the limit, and whether it is met.
inline nlohmann::ordered_json requirements(const std::vector<Ratio>& ratios) {
  nlohmann::ordered_json required;
  for (const Ratio& ratio : ratios) {
    required[ratio.name] = {{ratio.at_most ? "at_most" : "at_least", ratio.required}, {"met", ratio.met()}};
  }
  return required;
}

}  // namespace heddle::bench

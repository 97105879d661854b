#include "strategies/tree_options.h"

namespace heddle {

TreeOptions tree_options(const Settings& settings) {
  const Continuing behind = continuing(settings);
  return {.measure = settings.word<kMeasures>(kCount),
          .continuation = behind.continuation,
          .slice = behind.slice,
          .order = settings.word<kOrders>(kOrder),
          .bound = settings.has(kBound) ? static_cast<std::uint32_t>(settings.number(kBound)) : kNoBound,
          .exact = settings.has(kExact),
          .prune = settings.word<kPrunings>(kPrune),
          .focus = std::string(settings.value(kFocus)),
          .seed = settings.number(kSeed)};
}

std::string check_bound(std::string& value) {
  const auto bound = parse_number(value);
  if (!bound || *bound >= kNoBound) {
    return "'" + value + "' is not a bound";
  }
  value = std::to_string(*bound);
  return "";
}

}  // namespace heddle

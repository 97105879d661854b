#include "engine/measure.h"

namespace heddle {

std::string at_most(std::uint32_t bound, Measure measure) {
  const std::string many = std::to_string(bound);
  const char* plural = bound == 1 ? "" : "s";
  switch (measure) {
    case Measure::kSwitches:
      return "at most " + many + (bound == 1 ? " switch" : " switches");
    case Measure::kDelays:
      return "at most " + many + " delay" + plural;
    default:
      return bound == 0 ? "no preemption" : "at most " + many + " preemption" + plural;
  }
}

}  // namespace heddle

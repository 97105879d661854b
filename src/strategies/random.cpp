#include "strategies/random.h"

#include <string>

#include "engine/focus.h"

namespace heddle {

std::size_t Random::choose(const ChoicePoint& point, Frontier& /*frontier*/) {
  return focus_.empty() || point.run_length >= slice_ ? draw_.choose(point) : choose_in_focus(point);
}

// Drawn as from a point that offers nothing else.
std::size_t Random::choose_in_focus(const ChoicePoint& point) {
  const Focus focus(point, Measure::kPreemptions, true);
  admitted_.narrow(point, [&focus](std::size_t index) { return focus.admits(index); });
  return admitted_.empty() ? draw_.choose(point) : admitted_.index(draw_.choose(admitted_.point()));
}

Coverage Random::coverage(const Totals& totals) const {
  const std::uint64_t count = made(totals);
  const std::string where = focus_.empty() ? "" : ", with preemptions in " + focus_;
  return {.extent = Extent::kPart,
          .guarantee = std::to_string(count) + " random schedule" + (count == 1 ? "" : "s") + where + ": no guarantee"};
}

}  // namespace heddle

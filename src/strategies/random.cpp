#include "strategies/random.h"

#include <string>

namespace heddle {

void Random::draw(std::uint64_t seed, Plan& plan) {
  draw_.reseed(seed);
  plan.measure = Measure::kPreemptions;
  plan.focus = !focus_.empty();
}

Choose Random::choose(const ChoicePoint& point, const Course& course, Frontier& /*frontier*/) {
  // A thread that spins outside of the focus is left all the same.
  return take(focus_.empty() || point.run_length >= kFairSlice ? draw_.choose(point) : choose_admitted(point, course));
}

// Drawn as from a point that offers nothing else.
std::size_t Random::choose_admitted(const ChoicePoint& point, const Course& course) {
  admitted_.narrow(point, [&course](std::size_t index) { return course.admits(index); });
  return admitted_.empty() ? draw_.choose(point) : admitted_.index(draw_.choose(admitted_.point()));
}

Coverage Random::coverage(const Totals& totals) const {
  const std::uint64_t count = made(totals);
  const std::string where = focus_.empty() ? "" : ", with preemptions in " + focus_;
  return {.extent = Extent::kPart,
          .guarantee = std::to_string(count) + " random schedule" + (count == 1 ? "" : "s") + where + ": no guarantee"};
}

}  // namespace heddle

// What a detector of data races reports of an execution, against all races there are.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/finding_sink.h"
#include "sim/race_reference.h"

namespace heddle::sim {

// A fault, and the step of the trace at which it was reported.
struct Seen {
  std::size_t step;
  Fault fault;
};

[[nodiscard]] std::string text(const Trace& trace);

// What is reported is a race, byte for byte.
void expect_sound(const Trace& trace, const std::vector<Race>& races, const Seen& seen);
// Every byte's first race is reported where it is completed. Of the same place nothing is reported twice.
void expect_complete(const Trace& trace, const std::vector<Race>& races, const std::vector<Seen>& seen);

}  // namespace heddle::sim

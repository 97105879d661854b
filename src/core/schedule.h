// A schedule: where an execution leaves the default continuation.
#pragma once

#include <cstdint>
#include <vector>

#include "core/event.h"

namespace heddle {

// At this point (of those with two or more alternatives, counted from 0) take this alternative.
// `check` is a hash of the pending operation of the thread taken, so that a schedule that no longer fits is noticed
// where it stops fitting; `prefix` is a hash of all that happened before. For both 0 means unknown.
struct Deviation {
  std::uint32_t point = 0;
  Alternative take;
  std::uint32_t check = 0;
  std::uint32_t prefix = 0;
  friend auto operator<=>(const Deviation&, const Deviation&) = default;
};

// In order of points. Elsewhere the default continuation decides (engine/continuation.h), a pure function of the prefix,
// so the list names exactly one execution.
using Schedule = std::vector<Deviation>;

}  // namespace heddle

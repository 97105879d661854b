// What an execution costs: the measures that bounds are stated in.
#pragma once

#include <cstdint>

namespace heddle {

// A bound is meaningless without its measure, so they are kept side by side and never mixed. Each includes the 1 of
// every timeout and spurious wake-up that is_extra() (engine/counting.h).
struct Costs {
  std::uint32_t switches = 0;
  std::uint32_t preemptions = 0;
  std::uint32_t delays = 0;
  friend bool operator==(const Costs&, const Costs&) = default;
};

}  // namespace heddle

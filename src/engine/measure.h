// What a bound counts.
#pragma once

#include <cstdint>
#include <string>

namespace heddle {

inline constexpr std::uint32_t kNoBound = ~std::uint32_t{0};

enum class Measure : std::uint32_t { kNothing, kSwitches, kPreemptions, kDelays };

// "no preemption", "at most 1 switch".
[[nodiscard]] std::string at_most(std::uint32_t bound, Measure measure);

}  // namespace heddle

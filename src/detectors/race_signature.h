// By what data races are told apart: their two places, whichever of them came first and whoever saw them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/finding.h"
#include "core/hash.h"

namespace heddle {

[[nodiscard]] constexpr std::uint64_t race_signature(std::uint64_t place, std::uint64_t other) {
  return combine(combine(static_cast<std::uint64_t>(FindingKind::kDataRace), std::min(place, other)),
                 std::max(place, other));
}

}  // namespace heddle

// What comes first of what is left to explore.
#pragma once

#include <cstdint>

namespace heddle {

enum class Order : std::uint32_t {
  kDeviations,  // fewest deviations first
  kCost,        // lowest cost first, then fewest deviations: CHESS's
  kDepth,       // the last one added first: depth-first search
};

}  // namespace heddle

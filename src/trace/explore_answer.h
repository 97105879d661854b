// How heddle_explore() hears from the `heddle hunt` it has started (runtime/session/explore.h).
#pragma once

namespace heddle {

// In the environment of the command: the number of a descriptor that takes the `end` of its summary.
inline constexpr const char* kExploreAnswer = "HEDDLE_EXPLORE_ANSWER";

}  // namespace heddle

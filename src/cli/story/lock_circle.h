// The whole circle of a possible deadlock: a detector names two of its threads.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "trace/segment.h"

namespace heddle::cli {

// Events by which threads take a lock: `last` wants one that the thread of `first` holds there. If what `first` wants
// is not held at `last`, others come in between, each holding what the one before wants: these, in that order. Empty
// where there are none, or where they were not recorded.
[[nodiscard]] std::vector<std::size_t> rest_of_circle(std::span<const segment::RecordedEvent> events, std::size_t first,
                                                      std::size_t last);

}  // namespace heddle::cli

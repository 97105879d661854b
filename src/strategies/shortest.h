// The shortest schedule that shows a fault: made shorter deviation by deviation (engine/minimiser.h), then looked for
// below that with context bounding, from no preemption upwards.
#pragma once

#include <cstdint>

#include "core/schedule.h"
#include "engine/minimiser.h"
#include "engine/seam.h"

namespace heddle {

// kProved: all schedules with fewer preemptions were executed and did not show it.
[[nodiscard]] Minimised find_shortest(Executor& executor, const Schedule& schedule, OutcomeKind kind,
                                      std::uint64_t fault, const Leisure& leisure);

}  // namespace heddle

// The shortest schedule that shows a fault: made shorter deviation by deviation (engine/minimiser.h), and looked for
// below that with context bounding, from no preemption upwards. The two take turns, with ever more executions each: one
// may need none where the other has no end.
//
// Where an execution shows cells to be shared that were no points, its threads may have been switched at accesses to
// them, which no schedule says. Then the fault is looked for with these cells as points, too.
#pragma once

#include <cstdint>

#include "core/schedule.h"
#include "engine/minimiser.h"
#include "engine/seam.h"

namespace heddle {

// kProved: all schedules with fewer preemptions were executed and did not show it. kLocal: every deviation was left
// out, one at a time.
[[nodiscard]] Minimised find_shortest(Executor& executor, const Schedule& schedule, OutcomeKind kind,
                                      std::uint64_t fault, const Leisure& leisure);

}  // namespace heddle

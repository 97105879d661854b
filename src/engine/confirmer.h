// Whether a data race can be seen in the act. A detector that derives races from the synchronisation it sees errs where
// there is some that it does not see; two threads that stand before the two accesses, and could both go on, do not.
//
// The execution that showed the race is made again, and the thread of one access is held before it while the others go
// on, until one of them is before the other access; then the same with the other thread. Waiting is logical: nothing
// depends on time.
#pragma once

#include <cstdint>

#include "core/schedule.h"
#include "engine/finding_sink.h"
#include "engine/seam.h"

namespace heddle {

enum class Confirmation : std::uint8_t {
  kMet,
  kNotMet,
  kNoPoint,  // nobody can be held there: the accesses are no scheduling points
};

// `race` has both its places; `schedule` leads to it. `runs` grows by the executions that were made.
[[nodiscard]] Confirmation confirm(Executor& executor, const Schedule& schedule, const Fault& race,
                                   std::uint64_t& runs);

}  // namespace heddle

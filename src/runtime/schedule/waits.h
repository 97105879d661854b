// Who waits for whom.
#pragma once

#include "runtime/state/state.h"

namespace heddle::runtime {

// Does the thread, about to wait, wait for itself in the end? Over locks and joins without a deadline only, so that
// nothing but one of the threads themselves could undo it. Not where one of them could be cancelled, by a thread that
// can still do something: that is no deadlock before nobody can, or the process ends.
[[nodiscard]] bool closes_cycle(const Thread& waiting);
// The process ends. Are there threads that wait for each other?
[[nodiscard]] bool leaves_circle();

// One line on what every live thread waits for, as the text of the outcome.
void describe_waits();

}  // namespace heddle::runtime

// Where preemptions may fall: heddle hunt --focus.
//
// An operation stands where the innermost frame of the user's own code is. That is the instrumented site or the caller
// of the intercepted function, unless that is code of a library's header (std::lock_guard, std::atomic) or of a library
// that is not instrumented; then the stack is walked up to a frame that is neither. Which addresses are which the
// command line has worked out (trace/segment.h).
#pragma once

#include "runtime/schedule/scheduler.h"

namespace heddle::runtime {

// True if the request has a focus.
[[nodiscard]] bool has_focus();
// The current thread is about to perform an operation at this place; called on its stack.
[[nodiscard]] bool is_in_focus(Place place);

}  // namespace heddle::runtime

// Operations that the controller seeks (engine/seam.h), and the functions that threads are in.
#pragma once

#include <cstdint>

#include "core/ids.h"
#include "runtime/state/state.h"

namespace heddle::runtime {

// The controller of the execution under way seeks something.
extern bool seeking;

// An execution begins, or has ended.
void begin_seeking();
void end_seeking();

// Which of them have happened, as Ended::sought.
[[nodiscard]] std::uint32_t sought_and_found();

// The thread is about to perform an operation, visible or not: as Choice::sought. Once for each.
[[nodiscard]] std::uint32_t seek(const Thread& self, SiteId site);

// The current thread calls a function, whose frame this is, or is about to return from it. A call is told apart by the
// function and by where it is called from.
void enter_function(SiteId function, std::uintptr_t frame);
void leave_function(std::uintptr_t frame);

}  // namespace heddle::runtime
